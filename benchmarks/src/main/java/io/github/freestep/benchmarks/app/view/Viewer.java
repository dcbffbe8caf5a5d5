package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** The frame loop: handles keys and mouse, samples a frame for each eye, and draws them. For the window's thread. */
final class Viewer implements Window.Pointer, AutoCloseable {
    /** Opens the world to show, again if the user restarts it. */
    interface Opener {
        World open(Ratio rate, Ratio speed, boolean paused);
    }

    private final ViewSettings settings;
    private final Opener opener;
    private final BooleanSupplier goesOn;
    private final Window window;
    private final OffscreenTarget target;
    private final Painter painter = new Painter();
    private final Overlay overlay = new Overlay();
    private final Camera camera = new Camera();
    private final Ladder rates;
    private final Ladder speeds =
            new Ladder(Ratio.ONE, IntStream.of(2, 5, 10, 20, 50, 100).mapToObj(part -> Ratio.of(1, part)));

    private Show show;
    private Look look;
    private FrameMode mode;
    private boolean oneView;
    private boolean paused;
    private boolean showsKeys = true;
    private boolean quits;
    private float pointerX;
    private float pointerY;
    private boolean pointed;

    /** Draws until {@code goesOn} returns false; it is called for each frame. */
    Viewer(ViewSettings settings, Window window, Opener opener, BooleanSupplier goesOn) {
        this.settings = settings;
        this.opener = opener;
        this.goesOn = goesOn;
        this.window = window;
        mode = settings.mode();
        rates = new Ladder(
                settings.rate(), IntStream.of(5, 10, 20, 30, 60, 100, 200).mapToObj(Ratio::of));
        target = window.isVisible() ? null : new OffscreenTarget(window.width(), window.height());
        open();
        window.listen(this::press, this);
    }

    /**
     * Draws frames until the number of the settings is reached or the user closes the window, and saves the last frame
     * if the settings ask for it.
     *
     * @return a summary for the user
     */
    String run() throws IOException {
        if (show.world.notice() != null) {
            note(show.world.notice());
        }
        long since = show.nanoTime();
        int frame = 0;
        while (!quits && !window.wantsToClose() && settings.goesOn(frame) && goesOn.getAsBoolean()) {
            window.poll();
            settings.keys().before(frame).forEach(this::press);
            frame++;
            if (frame == settings.frames()) {
                overlay.invalidate();
            }
            draw();
            window.present();
        }
        if (settings.screenshot() != null) {
            target.save(settings.screenshot());
        }
        double seconds = (show.nanoTime() - since) / 1e9;
        return Units.text(
                "%d frames, %.1f frames/s; judder %.1f %%, of the newest state %.1f %%",
                frame, frame / seconds, 100 * show.eye().judder(), 100 * show.raw.judder());
    }

    private void draw() {
        show.look();
        boolean minimised = window.width() == 0 || window.height() == 0;
        if (minimised) {
            return;
        }
        int framebuffer = target == null ? 0 : target.framebuffer();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (show.eye().frame().hasState()) {
            paint(framebuffer);
        }
        List<Area> views = oneView ? List.of(mainView()) : List.of(leftView(), mainView());
        overlay.draw(this, show.eyes(oneView), views, window.width(), window.height(), window.contentScale());
    }

    private void paint(int framebuffer) {
        if (look == null) {
            // The notice means that dyn4j steps the scene in the plane, because a native library is missing.
            boolean flat = Scenes.isFlat(settings.simulation()) || show.world.notice() != null;
            look = Look.at(settings, flat, show.eye().frame());
            camera.frame(look.centre(), look.radius(), look.yawDegrees(), look.pitchDegrees());
        }
        if (!oneView) {
            painter.paint(show.rawBoxes, look, camera, framebuffer, leftView());
        }
        painter.paint(show.boxes, look, camera, framebuffer, mainView());
    }

    private Area leftView() {
        return new Area(0, 0, window.width() / 2, window.height());
    }

    private Area mainView() {
        int left = oneView ? 0 : window.width() / 2;
        return new Area(left, 0, window.width() - left, window.height());
    }

    Show show() {
        return show;
    }

    boolean showsKeys() {
        return showsKeys;
    }

    /** Describes the scene, its size, rate and speed in one line. */
    String summary() {
        String scene = settings.simulation() + "   " + settings.bodies() + " bodies";
        if (show.world.service() == null) {
            return scene;
        }
        String speed = speeds.value().equals(Ratio.ONE) ? "" : "   speed " + speeds.value();
        return scene + "   " + rates.value() + " Hz" + speed + (paused ? "   PAUSED" : "");
    }

    private void press(Key key) {
        overlay.invalidate();
        if (key.isOfTime && show.world.service() == null) {
            note("only the server controls the time of its simulation");
            return;
        }
        switch (key) {
            case PAUSE -> pause();
            case STEP -> {
                // A single step pauses the service.
                paused = true;
                show.world.service().step();
            }
            case SLOWER -> speed(-1);
            case FASTER -> speed(1);
            case FEWER_TICKS -> rate(-1);
            case MORE_TICKS -> rate(1);
            case INTERPOLATE -> mode(FrameMode.INTERPOLATE);
            case EXTRAPOLATE -> mode(FrameMode.EXTRAPOLATE);
            case LATEST -> mode(FrameMode.LATEST);
            case ONE_VIEW -> oneView = !oneView;
            case THROW -> click();
            case RESTART -> restart();
            case HOME -> camera.home();
            case HELP -> showsKeys = !showsKeys;
            case QUIT -> quits = true;
        }
    }

    private void pause() {
        paused = !paused;
        if (paused) {
            show.world.service().pause();
        } else {
            show.world.service().resume();
        }
    }

    private void speed(int by) {
        if (speeds.move(by)) {
            show.world.service().timeScale(speeds.value());
        }
    }

    /** Restarts, because the rate of a service is fixed. */
    private void rate(int by) {
        if (rates.move(by)) {
            restart();
        }
    }

    private void mode(FrameMode wanted) {
        mode = wanted;
        show.mode(mode);
    }

    private void restart() {
        show.close();
        open();
        note("restarted at " + rates.value() + " Hz");
    }

    private void open() {
        show = new Show(opener.open(rates.value(), speeds.value(), paused), mode, window.isEven());
    }

    private void note(String text) {
        overlay.note(text, show.nanoTime());
    }

    @Override
    public void move(float x, float y, boolean dragged) {
        if (dragged && pointed) {
            camera.turn(x - pointerX, y - pointerY);
        }
        pointed = true;
        pointerX = x;
        pointerY = y;
    }

    @Override
    public void wheel(float forward) {
        camera.zoom(forward);
    }

    /** Throws a box at the pointer; before the first mouse movement, at the middle of the picture. */
    @Override
    public void click() {
        if (look == null) {
            return;
        }
        if (!look.takesBoxes()) {
            note("no boxes can be thrown in " + settings.simulation() + "; try --simulation pile");
            return;
        }
        Area view = !oneView && pointed && pointerX < window.width() / 2f ? leftView() : mainView();
        float x = pointed ? pointerX - view.x() : view.width() / 2f;
        float y = pointed ? pointerY : view.height() / 2f;
        if (!show.world.toss(Toss.at(camera, look, x, y, view))) {
            note("too many boxes wait to be thrown; resume, or wait for the next ticks");
        }
    }

    @Override
    public void close() {
        show.close();
    }
}
