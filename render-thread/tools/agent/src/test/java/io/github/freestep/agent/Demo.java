package io.github.freestep.agent;

import java.awt.event.KeyListener;
import java.awt.event.MouseListener;
import java.awt.event.MouseMotionListener;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jbox2d.callbacks.DebugDraw;
import org.jbox2d.common.Color3f;
import org.jbox2d.common.OBBViewportTransform;
import org.jbox2d.common.Transform;
import org.jbox2d.common.Vec2;
import org.jbox2d.testbed.framework.TestbedController;
import org.jbox2d.testbed.framework.TestbedController.UpdateBehavior;
import org.jbox2d.testbed.framework.TestbedModel;
import org.jbox2d.testbed.framework.TestbedPanel;
import org.jbox2d.testbed.tests.DominoTest;
import org.ode4j.drawstuff.DrawStuff;
import org.ode4j.drawstuff.DrawStuff.dsFunctions;
import org.ode4j.drawstuff.internal.DrawStuffNull;

/**
 * Demos of engines that others wrote, as they are published, without a window. ODE's frames are paced by a display that
 * shows nothing; those of Box2D by the demo's own loop.
 */
enum Demo {
    ODE_BUGGY("org.ode4j.demo.DemoBuggy", "step", "org.ode4j.ode.internal.DxWorld", "step"),
    ODE_BOXES("org.ode4j.demo.DemoBoxstack", "step", "org.ode4j.ode.internal.DxWorld", "quickStep"),
    BOX2D("org.jbox2d.testbed.framework.TestbedTest", "step", "org.jbox2d.dynamics.World", "step");

    private static final long FRAME_NANOS = 16_666_667;

    /** The method that a frame begins with, and the one of a step, into which the stutters are planted. */
    final String type;

    final String method;
    final String stepType;
    final String stepMethod;

    Demo(String type, String method, String stepType, String stepMethod) {
        this.type = type;
        this.method = method;
        this.stepType = stepType;
        this.stepMethod = stepMethod;
    }

    /** The method that ends each frame. */
    String swap() {
        return this == BOX2D ? Screen.class.getName() + "::paintScreen" : Display.class.getName() + "::swapBuffers";
    }

    String step() {
        return stepType + "::" + stepMethod;
    }

    /** Starts a demo, with the name of the pipe to read from. */
    public static void main(String[] arguments) throws Exception {
        Demo demo = valueOf(arguments[0]);
        ClassLoader loader = new PlantingLoader(Map.of(demo.type, demo.method), Map.of(demo.stepType, demo.stepMethod));
        Thread.currentThread().setContextClassLoader(loader);
        Method start = loader.loadClass(Demo.class.getName()).getDeclaredMethod("start", String.class, String.class);
        start.setAccessible(true);
        start.invoke(null, arguments[0], arguments[1]);
    }

    /** Reached by the loader of the demo. */
    static void start(String name, String pipe) throws Exception {
        Stutters.prepare(pipe);
        Demo demo = valueOf(name);
        if (demo == BOX2D) {
            box2d();
            return;
        }
        Field output = DrawStuff.class.getDeclaredField("DS");
        output.setAccessible(true);
        output.set(null, new Display());
        Method main = Class.forName(demo.type).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) new String[0]);
    }

    private static void box2d() {
        TestbedModel model = new TestbedModel();
        model.addTest(new DominoTest());
        Screen screen = new Screen();
        model.setDebugDraw(screen.draw);
        TestbedController controller = new TestbedController(model, screen, UpdateBehavior.UPDATE_CALLED);
        controller.playTest(0);
        controller.start();
    }

    private static final class Display extends DrawStuffNull {
        private long nextNanos = System.nanoTime();

        @Override
        public void dsSimulationLoop(String[] arguments, int width, int height, dsFunctions demo) {
            demo.start();
            while (true) {
                demo.step(false);
                swapBuffers();
            }
        }

        /** Waits for the next refresh. */
        private void swapBuffers() {
            long now = System.nanoTime();
            while (nextNanos - now <= 0) {
                nextNanos += FRAME_NANOS;
            }
            LockSupport.parkNanos(nextNanos - now);
        }
    }

    private static final class Screen implements TestbedPanel {
        final DebugDraw draw = new DebugDraw(new OBBViewportTransform()) {
            @Override
            public void drawPoint(Vec2 at, float radius, Color3f color) {}

            @Override
            public void drawSolidPolygon(Vec2[] corners, int count, Color3f color) {}

            @Override
            public void drawCircle(Vec2 at, float radius, Color3f color) {}

            @Override
            public void drawSolidCircle(Vec2 at, float radius, Vec2 axis, Color3f color) {}

            @Override
            public void drawSegment(Vec2 from, Vec2 to, Color3f color) {}

            @Override
            public void drawTransform(Transform transform) {}

            @Override
            public void drawString(float x, float y, String text, Color3f color) {}
        };

        @Override
        public void addKeyListener(KeyListener listener) {}

        @Override
        public void addMouseListener(MouseListener listener) {}

        @Override
        public void addMouseMotionListener(MouseMotionListener listener) {}

        @Override
        public void grabFocus() {}

        @Override
        public DebugDraw getDebugDraw() {
            return draw;
        }

        @Override
        public boolean render() {
            return true;
        }

        @Override
        public void paintScreen() {}
    }
}
