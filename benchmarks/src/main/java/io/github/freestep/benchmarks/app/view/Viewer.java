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
import java.util.ArrayList;
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

    private static final long WARM_NANOS = 3_000_000_000L;
    private static final int[] RATES = {20, 30, 60, 100, 200};
    private static final int[] LATENESS_MILLIS = {-1, 0, 5, 10, 20, 30, 40};
    private static final int GREY = 0x9AA5B5;
    private static final int RED = 0xFF7B72;
    private static final int BLUE = 0x58A6FF;

    private final long window;

    /** The time from one refresh of the display to the next. */
    private final long periodNanos;

    /** Where to draw without a display; null for the window. */
    private final OffscreenTarget target;

    private final Path folder;

    private final NanoClock clock;
    private final Toys usualToys;
    private final Toys toys;
    private final Side[] sides = {new Side("THE USUAL INTERPOLATED LOOP"), new Side("FREESTEP")};
    private final List<Side.Shot[]> shots = new ArrayList<>();
    private final List<Long> shotRefreshes = new ArrayList<>();

    // Keys change them on the main thread, and the render thread reads them.
    private volatile int width = WIDTH;
    private volatile int height = HEIGHT;
    private volatile int stepMillis = 1;
    private volatile int spikeMillis = 35;
    private volatile int rate = 3;
    private volatile int lateness;
    private volatile boolean isClosing;

    /** When the first frame was shown, which takes seconds on a busy machine; 0 before. */
    private volatile long sinceNanos;

    /** What the service has reported last. */
    private volatile String problem = "";

    /** Null before the worlds are made. */
    private volatile PhysicsService physics;

    private volatile UsualLoop usual;

    Viewer(long window, OffscreenTarget target, Path folder, NanoClock clock) {
        this.window = window;
        GLFWVidMode mode = target == null ? glfwGetVideoMode(glfwGetPrimaryMonitor()) : null;
        periodNanos = 1_000_000_000L / (mode == null || mode.refreshRate() <= 0 ? 60 : mode.refreshRate());
        this.target = target;
        this.folder = folder;
        this.clock = clock;
        usualToys = new Toys(clock);
        toys = new Toys(clock);
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

    private void key(int key) {
        switch (key) {
            case GLFW_KEY_1, GLFW_KEY_2 -> stepMillis = within(stepMillis + (key == GLFW_KEY_1 ? -1 : 1), 21);
            case GLFW_KEY_3, GLFW_KEY_4 -> spikeMillis = within(spikeMillis + (key == GLFW_KEY_3 ? -5 : 5), 101);
            case GLFW_KEY_5, GLFW_KEY_6 -> rate = within(rate + (key == GLFW_KEY_5 ? -1 : 1), RATES.length);
            case GLFW_KEY_7, GLFW_KEY_8 ->
                lateness = within(lateness + (key == GLFW_KEY_7 ? -1 : 1), LATENESS_MILLIS.length);
            case GLFW_KEY_ESCAPE -> glfwSetWindowShouldClose(window, true);
            default -> LwjglBoxes.press(key, this::act);
        }
    }

    private static int within(int value, int count) {
        return Math.max(0, Math.min(count - 1, value));
    }

    private void act(int code, float value) {
        PhysicsService service = physics;
        if (service != null) {
            service.input().action(code, value); // returns at once
            usual.key(code, value);
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
                int chosen = rate;
                try (PhysicsService service = PhysicsService.builder(toys.simulation())
                                .rate(RATES[chosen])
                                .clock(clock)
                                .onProblem(each -> problem = each.toString())
                                .start();
                        UsualLoop loop = new UsualLoop(usualToys, RATES[chosen], clock)) {
                    usual = loop;
                    physics = service;
                    while (!isClosing && rate == chosen) {
                        draw(canvas, pacer);
                    }
                    physics = null;
                }
            }
            if (target != null) {
                save(canvas);
            }
            return null;
        } finally {
            glfwMakeContextCurrent(0);
            GL.setCapabilities(null);
        }
    }

    /** Draws until the user chooses another rate or lateness. */
    private void draw(Canvas canvas, FramePacer pacer) throws InterruptedException {
        int chosenRate = rate;
        int chosenLateness = lateness;
        FrameSampler.Builder options = FrameSampler.builder(physics.states());
        if (LATENESS_MILLIS[chosenLateness] >= 0) {
            options.allowedLateness(Duration.ofMillis(LATENESS_MILLIS[chosenLateness]));
        }
        try (FrameSampler frames = options.open()) {
            while (!isClosing && rate == chosenRate && lateness == chosenLateness) {
                usual.refresh(); // it steps and draws from now on, as after a swap of its own
                toys.takes(stepMillis, spikeMillis);
                usualToys.takes(stepMillis, spikeMillis);
                pacer.await(); // until there is just enough time to draw; steps read keys in the meantime
                long refreshNanos = pacer.refreshNanos();
                Frame frame = frames.sample(refreshNanos);
                if (physics.failure() != null) {
                    throw new IllegalStateException("the world has failed", physics.failure());
                }
                if (frame.hasState()) {
                    sides[1].shapes.upload(frame);
                    sides[1].shown(frame.frameNanos(), frame.simulationNanos(), frame.delayNanos(), frame.inputNanos());
                }
                usual.picture(sides[0].shapes.poses, 2);
                sides[0].shapes.upload(0, Toys.BODIES);
                sides[0].shown(
                        refreshNanos, usual.shownNanos(), refreshNanos - usual.shownAtNanos(), usual.shownKeyNanos());
                sinceNanos = sinceNanos == 0 ? refreshNanos : sinceNanos;
                if (target == null) {
                    paint(canvas);
                } else if (refreshNanos - sinceNanos >= WARM_NANOS) {
                    shots.add(new Side.Shot[] {sides[0].shot(), sides[1].shot()});
                    shotRefreshes.add(refreshNanos / periodNanos);
                }
                pacer.drawn();
                LwjglBoxes.swap(target == null ? window : 0, periodNanos, clock);
            }
        }
    }

    private void paint(Canvas canvas) {
        int wide = width;
        int high = height;
        int scale = Math.max(1, Math.min(wide / 640, high / 360));
        int graph = high / 5;
        int help = 26 * scale;
        int edge = 8 * scale;
        canvas.begin(target == null ? 0 : target.framebuffer(), wide, high);
        for (int i = 0; i < 2; i++) {
            int left = i * wide / 2;
            int colour = i == 0 ? RED : BLUE;
            sides[i].shapes.draw(left, graph + help, wide / 2, high - graph - help - 38 * scale);
            canvas.text(left + edge, 4 * scale, scale, sides[i].name, colour);
            canvas.text(left + edge, 16 * scale, scale, sides[i].figures(), colour);
            canvas.text(left + edge, high - help - graph, scale, "how far each frame moves: ms of the world", GREY);
            float bar = (wide / 2f - 2 * edge) / Side.GRAPH_FRAMES;
            for (int frame = 0; frame < Side.GRAPH_FRAMES; frame++) {
                // NaN, and so nothing, in the gap.
                float bars = Math.max(scale, Math.min(60, sides[i].movedMillis[frame]) * graph / 70f);
                canvas.area(left + edge + frame * bar, high - help - bars, Math.max(1, bar - 1), bars, colour);
            }
        }
        canvas.text(wide / 2f + edge, 28 * scale, scale, problem, GREY);
        canvas.area(wide / 2f, 0, scale, high - help, GREY);
        String late = LATENESS_MILLIS[lateness] < 0 ? "default" : LATENESS_MILLIS[lateness] + " ms";
        String keys =
                "ARROWS push the orange ball   B blast   S a step of 100 ms   3 4 a spike each 2 s: +" + spikeMillis;
        String more =
                "1 2 step: " + stepMillis + " ms   5 6 rate: " + RATES[rate] + " Hz   7 8 allowedLateness: " + late;
        canvas.text(edge, high - help + 3 * scale, scale, keys + " ms", GREY);
        canvas.text(edge, high - help + 14 * scale, scale, more, GREY);
        canvas.end();
    }

    /** Draws the frames after the run, because drawing on the processor would slow the run, unlike a graphics card. */
    private void save(Canvas canvas) throws IOException {
        Film film = new Film(WIDTH, HEIGHT, shots.size());
        for (int shot = 0; shot < shots.size(); shot++) {
            for (int i = 0; i < 2; i++) {
                sides[i].show(shots.get(shot)[i]);
            }
            paint(canvas);
            int next = Math.min(shot + 1, shots.size() - 1);
            film.add(target.pixels(), (int) (shotRefreshes.get(next) - shotRefreshes.get(shot)));
        }
        film.write(folder.resolve("view.apng"));
        target.save(folder.resolve("view.png"));
    }

    /** Returns the figures of both sides. */
    String figures() {
        return sides[0].name + ": " + sides[0].figures() + "; " + sides[1].name + ": " + sides[1].figures();
    }
}
