package io.github.freestep.render;

import io.github.freestep.history.Clip;
import io.github.freestep.history.CompactReader;
import io.github.freestep.history.CompactStates;
import io.github.freestep.history.KeptState;
import io.github.freestep.history.StatePlayer;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows states of the past to ordinary samplers, while the simulation goes on: at any speed, backwards, paused, and
 * from any instant on. The control methods are for any thread, and take effect with the next update. They wait only
 * while another thread calls one of them.
 *
 * <pre>{@code
 * playback.seekTo(killedNanos - 3_000_000_000L);
 * playback.timeScale(Ratio.of(1, 4));
 *
 * playback.update();                       // in each frame, if no thread does it
 * Frame frame = killCam.sample();          // FrameSampler.open(playback.states())
 * }</pre>
 *
 * <p>The buffer has a time of its own, which always rises, even while the playback runs backwards. {@link #instant}
 * returns the instant of the past that a frame shows. Between the instants of two states, bodies and linear channels
 * are interpolated as in the run, in both directions. A value that jumps between two states, such as a teleport or a
 * stepped channel, jumps at the newer one in the run, and at the older one if the playback runs backwards.
 *
 * <p>Bodies have the lives that they had in the run. Poses are as exact as the history keeps them. Showing any state of
 * the past decodes at most two, in about 0.4 ms for 1,000 moving bodies.
 */
public final class Playback {
    /** In fast motion, states are shown at least this far apart, as those of a run are published. */
    private static final long LEAST_GAP_NANOS = 5_000_000;

    /** If an update is late by more states than this, the ones in between are left out. */
    private static final int MOST_LATE = 8;

    private static final long NOWHERE = Long.MIN_VALUE / 2;

    /** How many pieces of the map from the playback's time to that of the past are kept. */
    private static final int MOST_PIECES = 16;

    private final CompactStates kept;
    private final String name;
    private final @Nullable String damage;
    private final CompactReader reader;
    private final KeptState next;
    private final StatePublisher publisher;
    private final StatePlayer player;
    private final NanoClock clock;
    private final TimeAnchor anchor = new TimeAnchor();

    /** Guards the requests. */
    private final Object lock = new Object();

    private long wanted = NOWHERE;
    private boolean wantsBackwards;
    private boolean wantsPause;
    private Ratio wantedScale = Ratio.ONE;

    // The settings in force, for the thread that updates.
    private boolean isBackwards;
    private boolean isPaused;
    private Ratio scale = Ratio.ONE;
    private long number = NOWHERE;
    private long tick;

    /** The instant of the shown state, and the playback's time of it. */
    private volatile long pastNanos;

    private long playedNanos;
    private volatile boolean over;
    private volatile Piece piece;

    /** Says which instant of the past belongs to each time of the playback, from one time on. */
    private static final class Piece {
        final long playedNanos;
        final long pastNanos;
        final int sign;

        /** The piece before; null for the first, and when there are enough. */
        volatile Piece before;

        Piece(long playedNanos, long pastNanos, int sign, Piece before) {
            this.playedNanos = playedNanos;
            this.pastNanos = pastNanos;
            this.sign = sign;
            this.before = before;
        }
    }

    /**
     * Creates a playback that begins with the oldest state.
     *
     * @param inline whether the thread that samples also updates
     */
    Playback(CompactStates kept, int window, NanoClock clock, boolean inline) {
        this(kept, window, clock, inline, "", null);
    }

    private Playback(
            CompactStates kept, int window, NanoClock clock, boolean inline, String name, @Nullable String damage) {
        this.kept = kept;
        this.name = name;
        this.damage = damage;
        this.clock = clock;
        reader = kept.reader();
        next = reader.newState();
        publisher = StatePublisher.of(reader.layout(), window, clock, inline);
        player = new StatePlayer(publisher);
    }

    /**
     * Opens a clip that {@link StateHistory#save} has written, to be updated and sampled by one thread. Reads all of it
     * into memory, and decodes it once, in about 0.1 ms for each state of 1,000 bodies. A clip that is cut off or
     * damaged is played up to that place, see {@link #damage}. A forged clip of 1 MB can have thousands of states of a
     * million bodies, which take minutes: open clips of unknown origin on a thread that may be late.
     *
     * @param file the clip
     * @param clock the clock by which it is played, such as {@link NanoClock#system}
     * @return a playback that begins with the oldest state
     * @throws IOException if the file cannot be read, is not a clip, has no whole state, or does not fit into the heap;
     *     the message is one line that names the file
     */
    public static Playback open(Path file, NanoClock clock) throws IOException {
        Objects.requireNonNull(clock, "clock must not be null");
        Clip clip = Clip.read(Objects.requireNonNull(file, "file must not be null"));
        return new Playback(clip.states(), StatePublisher.DEFAULT_WINDOW, clock, true, clip.name(), clip.damage());
    }

    /**
     * What a clip shows, as its writer has named it.
     *
     * @return any text; empty for the history of a run
     */
    public String name() {
        return name;
    }

    /**
     * Why a clip ends early: how it is damaged after the last state that can be played.
     *
     * @return one line; null if the clip is whole, and for the history of a run
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String damage() {
        return damage;
    }

    /**
     * The states to show.
     *
     * @return a buffer for samplers; empty before the first {@link #update} that finds a state
     */
    public StateBuffer states() {
        return publisher.states();
    }

    /**
     * Goes to the newest state that is not later than an instant, or to the oldest one. Bodies appear there by
     * teleport, so no reader sees them move.
     *
     * @param simulationNanos an instant, in simulation time of the run
     */
    public void seekTo(long simulationNanos) {
        synchronized (lock) {
            wanted = Math.max(0, simulationNanos);
        }
    }

    /**
     * Sets the direction in which the past is played.
     *
     * @param back true for backwards; default: false
     */
    public void backwards(boolean back) {
        synchronized (lock) {
            wantsBackwards = back;
        }
    }

    /**
     * Sets how fast the past is played.
     *
     * @param timeScale simulation time per wall time; default: 1
     */
    public void timeScale(Ratio timeScale) {
        Objects.requireNonNull(timeScale, "timeScale must not be null");
        synchronized (lock) {
            wantedScale = timeScale;
        }
    }

    /** Pauses at the shown state. Seeks still show their state. */
    public void pause() {
        synchronized (lock) {
            wantsPause = true;
        }
    }

    /** Goes on after a pause. */
    public void resume() {
        synchronized (lock) {
            wantsPause = false;
        }
    }

    /**
     * The instant of the newest state that is shown.
     *
     * @return simulation time of the run; 0 before the first state
     */
    public long simulationNanos() {
        return pastNanos;
    }

    /**
     * The instant of the past that a frame shows.
     *
     * @param frameNanos {@link Frame#simulationNanos} of a frame of {@link #states}
     * @return simulation time of the run
     */
    public long instant(long frameNanos) {
        Piece found = piece;
        if (found == null) {
            return 0;
        }
        while (frameNanos < found.playedNanos && found.before != null) {
            found = found.before;
        }
        return found.pastNanos + found.sign * Math.max(0, frameNanos - found.playedNanos);
    }

    /**
     * Whether the playback has stopped at the newest state, or at the oldest one if it runs backwards. It goes on by
     * itself when there is a newer state.
     *
     * @return false before the first state
     */
    public boolean isOver() {
        return over;
    }

    /**
     * The instant of the oldest state that can be shown. For any thread.
     *
     * @return simulation time of the run; 0 if there is no state
     */
    public long oldestNanos() {
        long first = kept.first();
        return first == kept.end() ? 0 : kept.time(first);
    }

    /**
     * The instant of the newest state that can be shown. For any thread.
     *
     * @return simulation time of the run; 0 if there is no state
     */
    public long newestNanos() {
        long end = kept.end();
        return kept.first() == end ? 0 : kept.time(end - 1);
    }

    /**
     * Publishes the states that are due. Call it in each frame, or at least as often as the run published states. For
     * one thread; waits only as the control methods do. Allocates only if a control method takes effect, or if
     * attachments have changed.
     *
     * @throws IllegalStateException if another thread has updated this playback
     */
    public void update() {
        long now = clock.nanoTime();
        long to;
        boolean back;
        boolean pause;
        Ratio speed;
        synchronized (lock) {
            to = wanted;
            wanted = NOWHERE;
            back = wantsBackwards;
            pause = wantsPause;
            speed = wantedScale;
        }
        if (number == NOWHERE) {
            begin(to, back, pause, speed, now);
            return;
        }
        turn(back);
        pace(pause, speed, now);
        if (to != NOWHERE) {
            jump(to, now);
        }
        if (number < kept.first()) {
            // Its memory was used for newer states.
            jump(NOWHERE, now);
        }
        for (int shown = 0; shown < MOST_LATE && advance(now); shown++) {}
    }

    private void begin(long to, boolean back, boolean pause, Ratio speed, long now) {
        isBackwards = back;
        isPaused = pause;
        scale = speed;
        long at = Math.max(kept.first(), to == NOWHERE ? 0 : reader.find(to));
        if (reader.read(at, next)) {
            anchor.set(now, 0, scale.numerator(), scale.denominator());
            addPiece(0, next.simulationNanos());
            publish(at, 0, now);
        }
    }

    /** The motion turns at the shown state, where both directions agree. */
    private void turn(boolean back) {
        if (back != isBackwards) {
            isBackwards = back;
            addPiece(playedNanos, pastNanos);
        }
    }

    private void pace(boolean pause, Ratio speed, long now) {
        if (pause != isPaused || !speed.equals(scale)) {
            long reached = reached(now);
            isPaused = pause;
            scale = speed;
            run(now, reached);
            publisher.amend(anchor);
            publisher.publish(now);
        }
    }

    /** Lets the playback's time run on from a value, or stand there. */
    private void run(long now, long reached) {
        boolean stands = isPaused || over;
        anchor.set(now, reached, stands ? 0 : scale.numerator(), stands ? 1 : scale.denominator());
    }

    /** The playback's time. */
    private long reached(long now) {
        return Math.max(playedNanos, anchor.simulationAt(now));
    }

    /** Shows the newest state that is not later than an instant, or the oldest one. */
    private void jump(long to, long now) {
        long at = Math.max(kept.first(), reader.find(to));
        if (reader.read(at, next)) {
            player.jump();
            long reached = reached(now);
            addPiece(reached, next.simulationNanos());
            publish(at, reached, now);
        }
    }

    private void addPiece(long played, long past) {
        piece = new Piece(played, past, isBackwards ? -1 : 1, piece);
        Piece last = piece;
        for (int i = 1; i < MOST_PIECES && last.before != null; i++) {
            last = last.before;
        }
        last.before = null;
    }

    /** Publishes the next state if it is due. */
    private boolean advance(long now) {
        long following = following(now);
        if (isPaused || following == NOWHERE) {
            return false;
        }
        if (over) {
            over = false;
            run(now, playedNanos);
            publisher.amend(anchor);
            publisher.publish(now);
        }
        long played = playedNanos + Math.abs(kept.time(following) - pastNanos);
        if (anchor.simulationAt(now) < played || !reader.read(following, next)) {
            return false;
        }
        publish(following, playedNanos + Math.abs(next.simulationNanos() - pastNanos), now);
        return true;
    }

    /** The number of the state to show after the shown one; {@link #NOWHERE} if there is none yet. */
    private long following(long now) {
        long near = isBackwards ? reader.find(pastNanos - 1) : after(pastNanos);
        if (near < kept.first() || near >= kept.end()) {
            return NOWHERE;
        }
        long gap = Math.abs(kept.time(near) - pastNanos);
        long behind = reached(now) - playedNanos;
        long step = LEAST_GAP_NANOS * scale.numerator() / scale.denominator();
        if (behind > MOST_LATE * gap) {
            step = Math.max(step, behind - MOST_LATE / 2 * gap);
        }
        if (step <= gap) {
            return near;
        }
        return isBackwards
                ? Math.min(near, Math.max(kept.first(), after(pastNanos - step - 1)))
                : Math.max(near, reader.find(pastNanos + step));
    }

    /** The number of the newest state of the first instant after the given one; that of the end if there is none. */
    private long after(long simulationNanos) {
        long first = Math.max(kept.first(), reader.find(simulationNanos) + 1);
        return first >= kept.end() ? first : reader.find(kept.time(first));
    }

    /** Publishes the state that was read. */
    private void publish(long at, long played, long now) {
        boolean replaces = number != NOWHERE && played == playedNanos;
        number = at;
        pastNanos = next.simulationNanos();
        playedNanos = played;
        boolean stood = over;
        over = following(now) == NOWHERE;
        if (over || isPaused || stood) {
            run(now, played);
        }
        StateWriter writer = replaces ? publisher.replace(anchor, now) : publisher.begin(tick++, played, anchor, now);
        player.write(next, writer);
        publisher.publish(now);
    }
}
