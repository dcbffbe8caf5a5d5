package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The frame loop: handles keys and mouse, samples a frame for each eye, and draws them. For the main thread.
 */
final class Viewer implements Window.Pointer, AutoCloseable {
    /** Each key doubles or halves the speed, from 1/64 to 8 times the first one. */
    private static final int SLOWEST = -6;

    private static final int FASTEST = 3;

    private final ViewSettings settings;
    private final Window window;
    private final OffscreenTarget target;
    private final Painter painter = new Painter();
    private final Overlay overlay = new Overlay();
    private final Camera camera = new Camera();
    private final Show show;

    private Look look;
    private int doublings;
    private boolean paused;
    private boolean quits;
    private float pointerX;
    private float pointerY;
    private boolean pointed;

    Viewer(ViewSettings settings, Window window) {
        this.settings = settings;
        this.window = window;
        target = window.isVisible() ? null : new OffscreenTarget(window.width(), window.height());
        show = new Show(settings, window.isEven());
        window.listen(this::press, this);
    }

    /**
     * Draws frames until the number of the settings is reached or the user closes the window, and saves the last frame
     * if the settings ask for it.
     *
     * @return a summary for the user
     */
    String run() throws IOException {
        long since = show.nanoTime();
        int frame = 0;
        while (!quits && !window.wantsToClose() && settings.goesOn(frame)) {
            frame++;
            if (frame == settings.frames()) {
                overlay.invalidate();
            }
            drawNext();
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
                frame, frame / seconds, 100 * show.eye.judder(), 100 * show.raw.judder());
    }

    /** Draws and presents one frame. */
    void drawNext() {
        window.poll();
        draw();
        window.present();
    }

    private void draw() {
        show.look();
        boolean minimised = window.width() == 0 || window.height() == 0;
        if (minimised) {
            return;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, target == null ? 0 : target.framebuffer());
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (show.eye.frame().hasState()) {
            paint();
        }
        overlay.draw(
                this,
                show.eyes(),
                List.of(leftView(), rightView()),
                window.width(),
                window.height(),
                window.contentScale());
    }

    private void paint() {
        if (look == null) {
            // The notice means that dyn4j steps the scene in the plane, because a native library is missing.
            look = Look.at(settings.bodies(), show.notice() != null, show.eye.frame());
            camera.frame(look.centre(), look.radius(), look.yawDegrees(), look.pitchDegrees());
        }
        painter.paint(show.rawBoxes, look, camera, leftView());
        painter.paint(show.boxes, look, camera, rightView());
    }

    private Area leftView() {
        return view(0, window.width() / 2);
    }

    private Area rightView() {
        int left = window.width() / 2;
        return view(left, window.width() - left);
    }

    /** Pictures are above the graph. */
    private Area view(int left, int width) {
        int below = Overlay.graphHeight(window.height());
        return new Area(left, below, width, window.height() - below);
    }

    /** A picture that is saved needs no list of keys. */
    boolean showsKeys() {
        return window.isVisible();
    }

    Show show() {
        return show;
    }

    /** Returns a remark on the scene for the user; null for none. */
    String notice() {
        return show.notice();
    }

    /** Describes the number of boxes, the rate and speed in one line. */
    String summary() {
        String speed = speed().equals(Ratio.ONE) ? "" : "   speed " + speed();
        return settings.bodies() + " boxes   " + settings.rate() + " Hz" + speed + (paused ? "   PAUSED" : "");
    }

    private Ratio speed() {
        Ratio first = settings.speed();
        return Ratio.of(first.numerator() << Math.max(0, doublings), first.denominator() << Math.max(0, -doublings));
    }

    void press(Key key) {
        overlay.invalidate();
        switch (key) {
            case PAUSE -> pause();
            case STEP -> {
                // A single step pauses the service.
                paused = true;
                show.physics.pauseAndStep();
            }
            case SLOWER -> speed(-1);
            case FASTER -> speed(1);
            case HOME -> camera.home();
            case QUIT -> quits = true;
        }
    }

    private void pause() {
        paused = !paused;
        if (paused) {
            show.physics.pause();
        } else {
            show.physics.resume();
        }
    }

    private void speed(int by) {
        doublings = Math.max(SLOWEST, Math.min(FASTEST, doublings + by));
        show.physics.timeScale(speed());
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

    @Override
    public void close() {
        show.close();
    }
}
