package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.render.FrameMode;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The loop: what has come from keys and mouse, a frame of each eye, the pictures of them. For the window's thread. */
final class Viewer implements Window.Pointer, AutoCloseable {
    private final ViewSettings settings;
    private final Window window;
    private final FramePacer pace;
    private final Target target;
    private final Painter painter = new Painter();
    private final Overlay overlay = new Overlay();
    private final Camera camera = new Camera();
    private final Ladder rates;
    private final Ladder speeds = new Ladder(
            Ratio.ONE,
            Ratio.of(1, 2),
            Ratio.of(1, 5),
            Ratio.of(1, 10),
            Ratio.of(1, 20),
            Ratio.of(1, 50),
            Ratio.of(1, 100));

    private Show show;
    private Look look;
    private FrameMode mode;
    private boolean oneView;
    private boolean paused;
    private boolean tellsKeys = true;
    private boolean quits;
    private float pointerX;
    private float pointerY;
    private boolean pointed;

    Viewer(ViewSettings settings, Window window) {
        this.settings = settings;
        this.window = window;
        mode = settings.mode();
        rates = new Ladder(
                settings.rate(),
                Ratio.of(5),
                Ratio.of(10),
                Ratio.of(20),
                Ratio.of(30),
                Ratio.of(60),
                Ratio.of(100),
                Ratio.of(200));
        target = window.isVisible() ? null : new Target(window.width(), window.height());
        pace = new FramePacer(NanoClock.system(), window.framesPerSecond());
        begin();
        window.listen(this::press, this);
    }

    /**
     * Shows frames until there are as many as are wanted, or the window is closed, and leaves the last where that is wanted.
     *
     * @return what is to be told of them
     */
    String run() throws IOException {
        if (world().notice != null) {
            overlay.note(world().notice, world().nanoTime());
        }
        long since = world().nanoTime();
        int frame = 0;
        while (!quits && !window.wantsToClose() && settings.goesOn(frame)) {
            window.poll();
            settings.keys().before(frame).forEach(this::press);
            frame++;
            if (frame == settings.frames()) {
                overlay.renew();
            }
            draw();
            window.swap();
            if (!window.isEven()) {
                pace.await();
            }
        }
        if (settings.screenshot() != null) {
            Screenshot.write(settings.screenshot(), target.pixels(), window.width(), window.height());
        }
        double seconds = (world().nanoTime() - since) / 1e9;
        return String.format(
                Locale.ROOT,
                "%d frames, %.1f a second; judder %.1f %%, of the newest state %.1f %%",
                frame,
                frame / seconds,
                100 * show.eye().judder(),
                100 * show.raw.judder());
    }

    private void draw() {
        show.look();
        if (window.width() == 0 || window.height() == 0) {
            // Minimised.
            return;
        }
        int framebuffer = target == null ? 0 : target.framebuffer();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (show.eye().frame().hasState()) {
            pictures(framebuffer);
        }
        overlay.draw(
                this,
                show.eyes(oneView),
                oneView ? List.of(mainView()) : List.of(leftView(), mainView()),
                window.width(),
                window.height(),
                window.contentScale());
    }

    private void pictures(int framebuffer) {
        if (look == null) {
            // Where PhysX is missing, dyn4j does what it would have done, and says so.
            boolean flat = settings.simulation().equals("pile2d") || world().notice != null;
            look = Look.at(settings, flat, show.eye().frame());
            camera.frame(look.centre(), look.radius(), look.yawDegrees(), look.pitchDegrees());
        }
        if (!oneView) {
            painter.paint(show.raw.frame(), show.rawBoxes, look, camera, framebuffer, leftView());
        }
        painter.paint(show.eye().frame(), show.boxes, look, camera, framebuffer, mainView());
    }

    private Area leftView() {
        return new Area(0, 0, window.width() / 2, window.height());
    }

    private Area mainView() {
        int left = oneView ? 0 : window.width() / 2;
        return new Area(left, 0, window.width() - left, window.height());
    }

    ViewedScene world() {
        return show.world;
    }

    boolean tellsKeys() {
        return tellsKeys;
    }

    /** Of what is shown, in a line. */
    String summary() {
        String speed = speeds.value().equals(Ratio.ONE) ? "" : "   speed " + speeds.value();
        return settings.simulation() + "   " + settings.bodies() + " bodies   " + rates.value() + " Hz" + speed
                + (paused ? "   PAUSED" : "");
    }

    private void press(Key key) {
        overlay.renew();
        switch (key) {
            case PAUSE -> pause(!paused);
            case STEP -> step();
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
            case HELP -> tellsKeys = !tellsKeys;
            case QUIT -> quits = true;
        }
    }

    private void pause(boolean wanted) {
        paused = wanted;
        world().pause(paused);
    }

    /** The service pauses by itself. */
    private void step() {
        paused = true;
        world().step();
    }

    private void speed(int by) {
        if (speeds.move(by)) {
            world().speed(speeds.value());
        }
    }

    /** A service has one rate. */
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
        begin();
        overlay.note(rates.value() + " ticks a second, begun anew", world().nanoTime());
    }

    private void begin() {
        show = new Show(settings, rates.value(), speeds.value(), paused, mode, window.isEven());
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

    /** To where the pointer is; to the middle of the picture where there is none. */
    @Override
    public void click() {
        if (look == null) {
            return;
        }
        if (!look.takesBoxes()) {
            overlay.note(
                    "no boxes can be thrown in " + settings.simulation() + "; try --simulation pile",
                    world().nanoTime());
            return;
        }
        Area view = !oneView && pointed && pointerX < window.width() / 2f ? leftView() : mainView();
        float x = pointed ? pointerX - view.x() : view.width() / 2f;
        float y = pointed ? pointerY : view.height() / 2f;
        if (!world().mouse.add(Aim.at(camera, look, x, y, view))) {
            overlay.note("enough boxes wait to be thrown; let time run on", world().nanoTime());
        }
    }

    @Override
    public void close() {
        show.close();
    }
}
