package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;

import io.github.freestep.benchmarks.examples.LwjglBoxes;
import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.lwjgl.glfw.GLFWVidMode;
import org.lwjgl.opengl.GL;

/**
 * A game with a window: one world by the usual loop on the left, and by Freestep on the right. The main thread waits
 * for keys, and its callback posts them. A render thread paces, samples and draws.
 *
 * <p>Both worlds have a thread of their own, because the usual loop steps on the thread that draws, and would otherwise
 * stop the right half, too.
 */
final class Viewer {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;

    static final int RED = 0xFF7B72;
    private static final int BLUE = 0x58A6FF;

    private final long window;

    /** The time from one refresh of the display to the next. */
    private final long periodNanos;

    /** Where to draw without a display; null for the window. */
    private final OffscreenTarget target;

    private final Path picture;

    private final NanoClock clock = NanoClock.system();
    private final Toys usualToys = new Toys(clock);
    private final Toys toys = new Toys(clock);
    private final Sliders sliders = new Sliders();
    private final Timeline timeline = new Timeline();
    private final Side[] sides = {new Side("THE USUAL INTERPOLATED LOOP"), new Side("FREESTEP")};

    // The main thread changes them, and the render thread reads them.
    private volatile int width = WIDTH;
    private volatile int height = HEIGHT;
    private volatile boolean isClosing;

    /** When the first frame was shown, which takes seconds on a busy machine; 0 before. */
    private volatile long sinceNanos;

    /** What the service has reported last. */
    private volatile String problem = "";

    /** Null before the worlds are made. */
    private volatile PhysicsService physics;

    private volatile UsualLoop usual;

    Viewer(long window, OffscreenTarget target, Path picture) {
        this.window = window;
        GLFWVidMode mode = target == null ? glfwGetVideoMode(glfwGetPrimaryMonitor()) : null;
        periodNanos = 1_000_000_000L / (mode == null || mode.refreshRate() <= 0 ? 60 : mode.refreshRate());
        this.target = target;
        this.picture = picture;
    }

    /**
     * Runs until the user closes the window, or for some seconds, in which a script presses keys. For the main thread.
     *
     * @param seconds how long to run; 0 to run until the user closes the window
     */
    void run(int seconds) throws Exception {
        glfwMakeContextCurrent(0); // a context belongs to the thread that draws
        glfwSetKeyCallback(window, (of, key, code, action, mods) -> {
            if (action != GLFW_RELEASE) {
                key(key);
            }
        });
        if (target == null) {
            int[] wide = {0};
            int[] high = {0};
            glfwGetFramebufferSize(window, wide, high); // more pixels than asked for on a dense display
            resize(wide[0], high[0]);
            glfwSetFramebufferSizeCallback(window, (of, w, h) -> resize(w, h));
            glfwSetMouseButtonCallback(window, (of, button, action, mods) -> {
                if (button == GLFW_MOUSE_BUTTON_LEFT && action == GLFW_PRESS) {
                    sliders.press(mouse(0), mouse(1), width, height);
                    timeline.press(mouse(0), mouse(1), width, height);
                } else if (button == GLFW_MOUSE_BUTTON_LEFT) {
                    sliders.release();
                    timeline.release();
                }
            });
            glfwSetCursorPosCallback(window, (of, x, y) -> {
                sliders.drag(mouse(0), width, height);
                timeline.drag(mouse(0), width);
            });
        }
        FutureTask<Void> drawing = new FutureTask<>(this::draw);
        new Thread(drawing, "render").start();
        for (int presses = 0; !drawing.isDone() && !glfwWindowShouldClose(window); ) {
            glfwWaitEventsTimeout(0.1);
            if (seconds > 0) {
                Thread.sleep(10); // GLFW has nothing to wait for without a display
                long tenths = sinceNanos == 0 ? 0 : (clock.nanoTime() - sinceNanos) / 100_000_000;
                for (; presses < tenths / 7; presses++) {
                    key(presses % 4 == 2 ? GLFW_KEY_B : presses % 4 == 1 ? GLFW_KEY_LEFT : GLFW_KEY_RIGHT);
                }
                if (tenths >= seconds * 10L) {
                    break;
                } else if (tenths >= seconds * 10L - 10) {
                    int up = (Sliders.HEIGHT + Timeline.HEIGHT / 2) * Canvas.scale(width, height);
                    timeline.press(0.97 * width, height - up, width, height);
                }
            }
        }
        isClosing = true;
        try {
            drawing.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException unwritable ? unwritable : e;
        }
    }

    private void resize(int wide, int high) {
        width = Math.max(2, wide);
        height = Math.max(1, high);
    }

    /** Returns where the mouse is in pixels, of which a dense display has more than GLFW counts. */
    private double mouse(int axis) {
        double[][] at = {{0}, {0}};
        int[][] size = {{0}, {0}};
        glfwGetCursorPos(window, at[0], at[1]);
        glfwGetWindowSize(window, size[0], size[1]);
        return at[axis][0] * (axis == 0 ? width : height) / Math.max(1, size[axis][0]);
    }

    private void key(int key) {
        if (key == GLFW_KEY_ESCAPE) {
            glfwSetWindowShouldClose(window, true);
        } else {
            LwjglBoxes.press(key, this::act);
        }
    }

    private void act(int code, float value) {
        PhysicsService service = physics;
        if (service != null) {
            service.input().action(code, value); // returns at once
            usual.key(code, value);
            timeline.hasKey = true;
        }
    }

    /** Draws until the window closes. Other rates need new worlds. */
    private Void draw() throws InterruptedException, IOException {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glfwSwapInterval(1);
        try (FramePacer pacer = FramePacer.open(clock)) {
            Canvas canvas = new Canvas();
            for (Side side : sides) {
                side.shapes = new LwjglBoxes.Shapes();
            }
            for (int slot = 0; slot < Toys.BODIES; slot++) {
                sides[0].shapes.kinds.put(slot, Toys.kind(slot));
            }
            while (!isClosing) {
                int chosen = sliders.rate.value();
                problem = "";
                try (PhysicsService service = PhysicsService.builder(toys.simulation())
                                .rate(chosen)
                                .onProblem(each -> problem = each.toString())
                                .start();
                        UsualLoop loop = new UsualLoop(usualToys, chosen, clock)) {
                    usual = loop;
                    timeline.begin(service, chosen);
                    physics = service;
                    while (isRateStill(chosen)) {
                        draw(canvas, pacer, chosen);
                    }
                    physics = null;
                }
            }
            if (target != null) {
                // Drawing on the processor would slow the run, unlike a graphics card, so it comes after the run.
                paint(canvas);
                target.save(picture);
            }
            return null;
        } finally {
            glfwMakeContextCurrent(0);
            GL.setCapabilities(null);
        }
    }

    /** Returns whether these worlds are still wanted, also while the mouse is between two rates. */
    private boolean isRateStill(int rate) {
        return !isClosing && (sliders.isDragging() || sliders.rate.value() == rate);
    }

    /** Draws until the user chooses another rate or lateness. */
    private void draw(Canvas canvas, FramePacer pacer, int rate) throws InterruptedException {
        int lateness = sliders.latenessMillis.value();
        FrameSampler.Builder options = FrameSampler.builder(physics.states());
        if (lateness != Sliders.Slider.DEFAULT) {
            options.allowedLateness(Duration.ofMillis(lateness));
        }
        long lastNanos = clock.nanoTime();
        try (FrameSampler frames = options.open()) {
            while (isRateStill(rate) && sliders.latenessMillis.value() == lateness) {
                usual.refresh(); // it steps and draws from now on, as after a swap of its own
                for (Toys each : List.of(usualToys, toys)) {
                    each.takes(sliders.stepMillis.value(), sliders.spikeMillis.value());
                }
                pacer.await(); // until there is just enough time to draw; steps read keys in the meantime
                long refreshNanos = pacer.refreshNanos();
                long stepNanos = physics.metrics().computeNanos();
                sides[1].isPaused = timeline.frame(stepNanos, refreshNanos - lastNanos > periodNanos * 3 / 2);
                lastNanos = refreshNanos;
                Frame frame = frames.sample(pacer);
                if (physics.failure() != null) {
                    throw new IllegalStateException("the world has failed", physics.failure());
                }
                if (frame.hasState()) {
                    sides[1].shapes.upload(frame);
                    sides[1].shown(frame.frameNanos(), frame.simulationNanos(), frame.delayNanos(), frame.inputNanos());
                }
                usual.show(sides[0], refreshNanos, 2);
                sides[0].shapes.upload(0, Toys.BODIES);
                sinceNanos = sinceNanos == 0 ? refreshNanos : sinceNanos;
                if (target == null) {
                    paint(canvas);
                }
                pacer.drawn();
                LwjglBoxes.swap(target == null ? window : 0, periodNanos, clock);
            }
        }
    }

    private void paint(Canvas canvas) {
        int wide = width;
        int high = height;
        int scale = Canvas.scale(wide, high);
        int bottom = (Sliders.HEIGHT + Timeline.HEIGHT + 20) * scale;
        int edge = Canvas.EDGE * scale;
        canvas.begin(target == null ? 0 : target.framebuffer(), wide, high);
        for (int i = 0; i < 2; i++) {
            int left = i * wide / 2;
            int colour = i == 0 ? RED : BLUE;
            sides[i].shapes.draw(left, bottom, wide / 2, high - bottom - 38 * scale);
            canvas.text(left + edge, 4 * scale, scale, sides[i].name, colour);
            canvas.text(left + edge, 16 * scale, scale, sides[i].figures(), colour);
        }
        canvas.paragraph(wide / 2f + edge, 28 * scale, wide / 2f - 2 * edge, scale, problem, Canvas.GREY);
        canvas.area(wide / 2f, 0, scale, high - bottom, Canvas.GREY);
        String keys =
                "ARROWS push the orange ball   B blows up the toys   S makes a step take 100 ms   DRAG BELOW to go back";
        canvas.text(edge, high - bottom + 5 * scale, scale, keys, Canvas.GREY);
        timeline.draw(canvas, wide, high);
        sliders.draw(canvas, wide, high);
        canvas.end();
    }

    /** Returns the figures of both sides. */
    String figures() {
        return sides[0].name + ": " + sides[0].figures() + "; " + sides[1].name + ": " + sides[1].figures();
    }
}
