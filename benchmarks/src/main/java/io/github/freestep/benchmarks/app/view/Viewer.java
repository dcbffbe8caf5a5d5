package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The frame loop: handles keys and mouse, samples a frame for each eye, and draws them. The main thread opens and
 * closes it; in between, it is for the drawing thread.
 */
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
    private final Overlay overlay;
    private final Intro intro;
    private final Camera camera = new Camera();
    private final ViewLog log = new ViewLog();
    private final Ladder rates;
    private final Ladder speeds = new Ladder(
            Ratio.ONE,
            Stream.concat(
                    IntStream.of(2, 5, 10, 20, 50, 100).mapToObj(part -> Ratio.of(1, part)),
                    IntStream.of(2, 4, 10).mapToObj(Ratio::of)));

    private Show show;
    private Look look;
    private FrameMode mode;
    private boolean oneView;
    private boolean paused;
    private boolean isBackwards;
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
        // A capture may contain several runs.
        overlay = new Overlay(settings.marker() ? new FrameMarker((int) System.currentTimeMillis()) : null);
        open();
        intro = new Intro(
                mode, Scenes.parts(settings.simulation(), settings.bodies()) > 0, show.world.service() != null);
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
            int ago = window.present();
            if (ago >= 0) {
                show.displayed(ago, window.displayNanos());
            }
        }
        if (settings.screenshot() != null) {
            try {
                Files.write(settings.screenshot(), target.snapshot().png());
            } catch (IOException e) {
                throw new IOException(settings.screenshot() + " could not be written (" + e + ")", e);
            }
        }
        double seconds = (show.nanoTime() - since) / 1e9;
        return Units.text(
                        "%d frames, %.1f frames/s; judder %.1f %%, of the newest state %.1f %%",
                        frame, frame / seconds, 100 * show.eye().judder(), 100 * show.raw.judder())
                + (window.isVisible() ? "; " + onScreen() : "");
    }

    /** Describes how well the pictures of a visible window fit the times at which the display showed them. */
    private String onScreen() {
        DisplayMeter display = show.eye().display();
        return display.displayed() > 0 ? display.toString() : DisplayTimes.MISSING;
    }

    /** Returns the report of the session. The drawing thread calls it after the last frame. */
    ViewReport report() {
        Snapshot last = snapshot();
        return new ViewReport(
                log.totals(),
                last == null ? null : last.png(),
                summary().replace("   ", ", "),
                window.refreshRate(),
                window.isVisible() ? onScreen() : null);
    }

    /** Returns the last frame; null if the window is minimised. The system has it no more, so it is drawn again. */
    private Snapshot snapshot() {
        if (target != null) {
            return target.snapshot();
        }
        int width = window.width();
        int height = window.height();
        if (width == 0 || height == 0) {
            return null;
        }
        draw();
        int[] pixels = new int[width * height];
        glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
        return new Snapshot(pixels, width, height);
    }

    private void draw() {
        show.look();
        log.add(show.eyes(false), show.nanoTime());
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
        return view(0, window.width() / 2);
    }

    private Area mainView() {
        int left = oneView ? 0 : window.width() / 2;
        return view(left, window.width() - left);
    }

    /** Pictures are above the graph. */
    private Area view(int left, int width) {
        int below = Overlay.graphHeight(window.height());
        return new Area(left, below, width, window.height() - below);
    }

    Show show() {
        return show;
    }

    Intro intro() {
        return intro;
    }

    boolean showsKeys() {
        return showsKeys;
    }

    /** Describes the scene, its size, rate and speed in one line. */
    String summary() {
        String scene = settings.simulation() + "   " + settings.bodies() + " bodies";
        if (!show.world.hasTime()) {
            return scene;
        }
        String speed = speeds.value().equals(Ratio.ONE) ? "" : "   speed " + speeds.value();
        String ticks = show.world.service() == null ? "" : "   " + rates.value() + " Hz";
        return scene + ticks + speed + (isBackwards ? "   BACKWARDS" : "") + (paused ? "   PAUSED" : "");
    }

    private void press(Key key) {
        overlay.invalidate();
        intro.close();
        if (key.isOfTime && !show.world.hasTime()) {
            note("only the server controls the time of its simulation");
            return;
        }
        if (key.isOfTicks && show.world.service() == null) {
            note("the ticks of a clip cannot be changed");
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
            case BACKWARDS -> turn();
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
            show.world.pause();
        } else {
            show.world.resume();
        }
    }

    private void speed(int by) {
        if (speeds.move(by)) {
            show.world.timeScale(speeds.value());
        }
    }

    private void turn() {
        if (show.world.backwards(!isBackwards)) {
            isBackwards = !isBackwards;
        } else {
            note("only a clip can be played backwards");
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
        note(show.world.service() == null ? "from the beginning" : "restarted at " + rates.value() + " Hz");
    }

    private void open() {
        isBackwards = false;
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
        intro.close();
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
