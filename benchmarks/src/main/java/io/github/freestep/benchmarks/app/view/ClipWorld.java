package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.Playback;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.Ratio;

/** A clip, which is played from its beginning. */
final class ClipWorld implements World {
    private static final double SECOND_NANOS = 1e9;

    /** The scene as which all other clips are drawn. Drawing it needs only the poses of bodies. */
    private static final String UNKNOWN = "swarm";

    private final Playback playback;

    ClipWorld(Playback playback, Ratio speed, boolean paused) {
        this.playback = playback;
        playback.seekTo(0);
        playback.backwards(false);
        playback.timeScale(speed);
        if (paused) {
            playback.pause();
        }
        playback.update();
    }

    /** The settings that suit a clip: if its name begins with that of a scene, it is drawn as this scene. */
    static ViewSettings settings(ViewSettings options, Playback playback) {
        String[] words = playback.name().split(" ");
        boolean isScene = words.length > 1 && Scenes.names().contains(words[0]) && words[1].matches("\\d{1,7}");
        return new ViewSettings(
                isScene ? words[0] : UNKNOWN,
                isScene
                        ? Integer.parseInt(words[1])
                        : playback.states().layout().capacity(),
                options.rate(),
                options.seed(),
                options.mode(),
                options.frames(),
                options.screenshot(),
                options.headless(),
                options.marker(),
                options.keys());
    }

    @Override
    public StateBuffer states() {
        return playback.states();
    }

    @Override
    public boolean hasTime() {
        return true;
    }

    @Override
    public void pause() {
        playback.pause();
    }

    @Override
    public void resume() {
        playback.resume();
    }

    @Override
    public void timeScale(Ratio scale) {
        playback.timeScale(scale);
    }

    @Override
    public boolean backwards(boolean back) {
        playback.backwards(back);
        return true;
    }

    @Override
    public String notice() {
        return playback.damage() == null ? null : "the clip is not whole: " + playback.damage();
    }

    /** Called for each frame, before it is sampled. */
    @Override
    public void requireRunning() {
        playback.update();
    }

    /** A clip takes no boxes. */
    @Override
    public boolean toss(Toss toss) {
        return true;
    }

    @Override
    public void describe(Panel panel) {
        panel.line(
                Panel.PLAIN,
                Units.text(
                        "at %.2f s of %.2f to %.2f s",
                        playback.simulationNanos() / SECOND_NANOS,
                        playback.oldestNanos() / SECOND_NANOS,
                        playback.newestNanos() / SECOND_NANOS));
    }

    /** Does nothing: the playback is played again from its beginning. */
    @Override
    public void close() {}
}
