package io.github.freestep.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traced methods do what they did before, and report each call. */
class TracedClassTest {
    @TempDir
    private Path folder;

    /** Has methods of all shapes. */
    interface Shaped {
        default String greet(String name) {
            return "hello " + name;
        }
    }

    /** By which a game finds its handlers. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Found {}

    /** Calls them. */
    public static class Shapes implements Shaped, Callable<String> {
        static long sum(int one, long two, double three) {
            return one + two + (long) three;
        }

        static double sum(double one) {
            return one > 1 ? one : -one;
        }

        private synchronized Object[] both(Object one, int[] two) {
            assertTrue(Thread.holdsLock(this));
            return new Object[] {one, two.length};
        }

        @Found
        public void found(@Found Object by) {}

        void fail() {
            throw new IllegalStateException("as before");
        }

        void other() {}

        @Override
        public String call() {
            other();
            assertThrows(IllegalStateException.class, this::fail);
            return sum(1, 2L, 3.5) + " " + sum(2.5) + " " + both("x", new int[3])[1] + " " + greet("you");
        }
    }

    /** Loads the two classes above again, as they are after the change. */
    private static final class Loader extends ClassLoader {
        private final TraceAgent agent;

        Loader(TraceAgent agent) {
            super(TracedClassTest.class.getClassLoader());
            this.agent = agent;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(TracedClassTest.class.getName() + "$Shape")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] file = file(name);
            byte[] traced = agent.transform(this, name.replace('.', '/'), null, null, file);
            byte[] used = traced == null ? file : traced;
            return defineClass(name, used, 0, used.length);
        }
    }

    private static byte[] file(String name) {
        try (InputStream in = TracedClassTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String call(TraceAgent agent) throws Exception {
        Class<?> type = new Loader(agent).loadClass(Shapes.class.getName(), true);
        return (String) ((Callable<?>) type.getDeclaredConstructor().newInstance()).call();
    }

    private static String methods(Class<?> type, String... names) {
        return type.getName() + "::" + String.join("," + type.getName() + "::", names);
    }

    @Test
    void tracedMethodsDoWhatTheyDidAndReportTheirCalls() throws Exception {
        TraceAgent agent =
                new TraceAgent(methods(Shapes.class, "sum", "both", "fail") + "," + methods(Shaped.class, "greet"));
        Path file = folder.resolve("calls.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("io.github.freestep.Method").withoutThreshold();
            recording.start();
            assertEquals(new Shapes().call(), call(agent));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> calls = RecordingFile.readAllEvents(file);
        assertEquals(
                List.of("sum", "sum", "both", "greet"),
                calls.stream().map(each -> each.getString("method")).toList());
        assertEquals(Shapes.class.getName(), calls.get(0).getString("type"));
    }

    @Test
    void annotationsStayAtTheMethodOfThatName() throws Exception {
        Class<?> type =
                new Loader(new TraceAgent(methods(Shapes.class, "found"))).loadClass(Shapes.class.getName(), true);
        Method found = type.getMethod("found", Object.class);
        assertEquals(1, found.getAnnotations().length);
        assertEquals(1, found.getParameterAnnotations()[0].length);
        assertEquals(0, type.getDeclaredMethod("found$traced", Object.class).getAnnotations().length);
    }

    @Test
    void otherClassesStayAsTheyAre() {
        TraceAgent agent = new TraceAgent(methods(Shapes.class, "sums"));
        assertNull(agent.transform(null, "some/Other", null, null, new byte[0]));
        String name = Shapes.class.getName();
        assertNull(agent.transform(null, name.replace('.', '/'), null, null, file(name)));
    }

    @Test
    void anOptionWithoutMethodsSaysWhatOneLooksLike() {
        for (String wrong : new String[] {null, "", "Game", "Game::", "Game::step,", "Game::step;Game::swap"}) {
            String said = assertThrows(IllegalArgumentException.class, () -> new TraceAgent(wrong))
                    .getMessage();
            assertTrue(said.contains("=org.lwjgl.glfw.GLFW::glfwSwapBuffers,my.Game::step"), said);
        }
    }
}
