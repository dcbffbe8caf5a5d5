package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first example in the document of each type that a user meets first compiles, in a game that has what it names. */
class JavadocCodeTest {
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?) \\* }</pre>", Pattern.DOTALL);
    private static final Pattern MEMBERS = Pattern.compile("(?s)(public|final class) .*");

    private static final String IMPORTS = """
            import io.github.freestep.net.*;
            import io.github.freestep.physics.*;
            import io.github.freestep.physics.PhysicsEvent.Kind;
            import io.github.freestep.physics.server.*;
            import io.github.freestep.query.Hits;
            import io.github.freestep.render.*;
            import io.github.freestep.render.past.*;
            import io.github.freestep.render.picking.Picker;
            import io.github.freestep.state.*;
            import io.github.freestep.time.*;
            import java.io.*;
            import java.time.Duration;
            import java.util.Arrays;
            """;

    /** What the examples name and do not declare. */
    private static final String GAME = """
            static final int WALK = 0, JUMP = 1, OPENED = 2, EXPLODED = 3, DOOR = 10;
            static final double SPEED = 4;
            PhysicsService physics;
            Simulation world;
            FrameSampler frames;
            RemoteStates remote;
            EventReader contacts;
            Players players;
            Picker picker;
            Hits hits;
            Frame frame;
            State state;
            Tick tick;
            int slot, seat;
            long strength, window;
            double speed;
            float[] recorded, radii;
            abstract class Ball implements Simulation { abstract int score(); }
            interface Gamepad { float x(); float y(); }
            interface Hud { void text(String text); }
            interface Minimap { void dot(double x, double z); }
            Gamepad gamepad;
            Hud hud;
            Minimap minimap;
            void jump(double fraction) {}
            void save(int slot) {}
            void send(State newest) {}
            void alarm(String text) {}
            void play(String sound, double x, double y) {}
            void sprite(double x, double y) {}
            void glfwSwapBuffers(long window) {}
            """;

    private static final String POINT = "double x, y, z;";
    private static final String ARRAYS = "int count; double[] x, y, z; float[] qx, qy, qz, qw;";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "physics-thread, physics/Simulation",
        "physics-thread, physics/Tick",
        "physics-thread, physics/TickInput",
        "physics-thread, physics/PhysicsContext",
        "physics-thread, physics/EventSink",
        "physics-thread, physics/EventSubscription",
        "physics-thread, physics/PolledInput",
        "physics-thread, physics/InputFeed",
        "physics-thread, physics/SavableSimulation",
        "physics-thread, physics/OverloadPolicy",
        "physics-thread, physics/FaultPolicy",
        "physics-thread, physics/PhysicsMetrics",
        "shared-state, state/StateWriter",
        "shared-state, state/State",
        "shared-state, state/StateReader",
        "shared-state, time/VirtualClock",
        "render-thread, render/MotionMeter",
        "physics-thread, physics/PhysicsBuilder",
        "physics-thread, physics/Physics",
        "physics-thread, physics/PhysicsEvent",
        "physics-thread, physics/EventReader",
        "physics-thread, physics/InputSource",
        "shared-state, time/NanoClock",
        "render-thread/display, render/display/FrameHandler",
        "physics-thread/prediction, physics/own/OwnWorld",
        "physics-thread/server, physics/server/PlayerInput",
        "physics-thread/server, physics/server/ShotJudge",
        "render-thread/past, render/past/ShotRules",
        "shared-state/net, net/RemoteEvents",
        "shared-state/net, net/Precision"
    })
    void theExampleCompiles(String module, String type) throws IOException {
        Path source = Readmes.ROOT.resolve(module + "/src/main/java/io/github/freestep/" + type + ".java");
        Matcher found = EXAMPLE.matcher(Files.readString(source));
        assertTrue(found.find(), () -> type + " has no example");
        String code = found.group(1).replaceAll("(?m)^ \\* ?", "");
        assertEquals("", errors(code, type.endsWith("StateWriter") ? ARRAYS : POINT));
    }

    @Test
    void anExampleThatNamesWhatIsNotThereIsFound() {
        assertTrue(errors("physics.metrics().ticks();", POINT).contains("ticks"));
    }

    private String errors(String code, String fields) {
        String body = MEMBERS.matcher(code).matches() ? code : "void example() throws Exception {\n" + code + "}\n";
        String text =
                IMPORTS + "abstract class Game {\n" + GAME + fields + "\nabstract class Example {\n" + body + "}\n}\n";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Game.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        return compiler.getTask(out, null, null, options, null, List.of(file)).call() ? "" : out.toString();
    }
}
