package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The document of each public type of a library has an example, or names the type whose example shows it. The examples
 * compile, in a game that has what they name.
 */
class JavadocCodeTest {
    private static final Pattern EXPORTED = Pattern.compile("(?m)^ +exports ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?m)^public .*?\\b(class|interface|record|enum) (\\w+)");
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?) \\* }</pre>", Pattern.DOTALL);
    private static final Pattern ELSEWHERE = Pattern.compile("example of \\{@(?:link|code) [a-z.]*(\\w+)");
    private static final Pattern MEMBERS = Pattern.compile("(?s)(public|protected|static|void|final class) .*");

    /** Only a listener of frames gets these, so none of a user's calls names them. */
    private static final Set<String> WITHOUT = Set.of("SamplerOptions");

    /** Modules whose examples are not compiled, because the class path lacks the nodes, Minie and Minestom. */
    private static final List<Path> NOT_HERE = List.of(
            Path.of("physics-thread/nodes"),
            Path.of("render-thread/hosts/jme"),
            Path.of("render-thread/hosts/minestom"));

    private static final String IMPORTS = """
            import io.github.freestep.gdx.*;
            import io.github.freestep.net.*;
            import io.github.freestep.physics.*;
            import io.github.freestep.physics.PhysicsEvent.Kind;
            import io.github.freestep.physics.box2d.*;
            import io.github.freestep.physics.bullet.*;
            import io.github.freestep.physics.dyn4j.*;
            import io.github.freestep.physics.engines.*;
            import io.github.freestep.physics.feed.*;
            import io.github.freestep.physics.ground.*;
            import io.github.freestep.physics.jolt.*;
            import io.github.freestep.physics.lockstep.*;
            import io.github.freestep.physics.lockstep.MatchException; // newer JDKs have another one
            import io.github.freestep.physics.lockstep.direct.*;
            import io.github.freestep.physics.micrometer.*;
            import io.github.freestep.physics.prediction.*;
            import io.github.freestep.physics.physx.*;
            import io.github.freestep.physics.recording.*;
            import io.github.freestep.physics.rooms.*;
            import io.github.freestep.physics.saves.*;
            import io.github.freestep.render.server.*;
            import io.github.freestep.query.Hits;
            import io.github.freestep.render.*;
            import io.github.freestep.render.capsule.*;
            import io.github.freestep.render.display.*;
            import io.github.freestep.render.server.past.*;
            import io.github.freestep.render.picking.Picker;
            import io.github.freestep.render.trace.*;
            import io.github.freestep.smooth.*;
            import io.github.freestep.state.*;
            import io.github.freestep.time.*;
            import java.io.*;
            import java.net.SocketAddress;
            import java.nio.*;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.Arrays;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.CompletableFuture;
            import java.util.function.*;
            """;

    /** What the examples name and do not declare. */
    private static final String GAME = """
            static final int WALK = 0, JUMP = 1, OPENED = 2, EXPLODED = 3, DOOR = 10, NUMBER = 4, RISE = 0;
            static final int STONE = 1, AIR = 0, SPAWN_X = 0, TICK_NANOS = 1, GL_ARRAY_BUFFER = 0;
            static final double SPEED = 4;
            static final StateLayout LAYOUT = StateLayout.of(1);
            final StateLayout layout = LAYOUT;
            PhysicsService physics, first, second, room;
            Simulation world, arm;
            StateBuffer states;
            FrameSampler frames, sampler;
            FramePacer pacer;
            FrameHandler handler;
            RemoteStates remote;
            StateSender sender;
            EventReader contacts;
            Players players;
            PhysicsGroup rooms, threads;
            LockstepSession match;
            MatchSettings settings;
            SequencerServer server;
            LockstepTransport transport;
            StatePublisher publisher;
            StateHistory history;
            Picker picker;
            Hits hits;
            Ground ground;
            GroundWriter writer;
            Frame frame;
            State state;
            Tick tick;
            TimeAnchor time;
            NanoClock clock;
            DataInput in;
            Path folder, file, mine, yours;
            FloatBuffer upload;
            ByteBuffer message;
            Map<Long, Integer> slots;
            byte[] key, token, secret, saved;
            int slot, seat, player, beltSlot, port;
            long strength, window, seed, longest, shownNanos, nanosSinceLastFrame, began, simulatedNanos;
            double speed;
            float[] recorded, radii;
            String host;
            abstract class Ball implements Simulation { abstract int score(); }
            static class World extends WrappingSimulation { World() { super(null); } }
            static class Pinball extends World { void kick(int body) {} }
            static class Boxes extends World {
                Boxes() {}
                Boxes(Ground ground) {}
                int addBox() { return 0; }
                void explode() {}
            }
            static class Arena extends World implements PlayerHost {
                final Players players = Players.builder(this).build();
                public int join(int seat, Bodies bodies) { return 0; }
                public void leave(int seat, int body, Bodies bodies) {}
            }
            static class Walk extends World implements OwnWorld {
                public int slot(State server) { return 0; }
                public void set(State server, int slot, PhysicsContext context) {}
            }
            interface Gamepad { float x(); float y(); void poll(PolledInput into); }
            interface Stick { float y(); void onMove(Consumer<Float> to); }
            interface Hud { void text(String text); }
            interface Minimap { void dot(double x, double z); }
            interface Device { void read(); }
            interface Account { long number(); }
            interface Sounds { void play(PhysicsEvent event); }
            interface Marble { double x(); double speed(); double distance(); void set(double x, double speed); }
            interface Engine {
                List<Marble> onRay(double x, double y, double z, double dx, double dy, double dz, double length);
                void setGravity(double gravity);
                void restore(byte[] bytes, int length);
            }
            interface Connection {
                boolean offer(SocketAddress peer, ByteBuffer datagram);
                SocketAddress poll(ByteBuffer into);
            }
            Gamepad gamepad;
            Stick stick;
            Hud hud;
            Minimap minimap;
            Device device;
            Account account;
            Sounds sounds;
            Engine engine;
            Connection connection;
            boolean isOn() { return true; }
            int bodyOf(int player) { return 0; }
            void jump(double fraction) {}
            void save(int slot) {}
            void send(State newest) {}
            void alarm(String text) {}
            void log(Object... values) {}
            void show(Object what) {}
            void play(Object what) {}
            void play(String sound, double x, double y) {}
            void scrape(int a, int b, float impulse) {}
            void hit(int slot, int life) {}
            void select(int slot, int life) {}
            void follow(Frame frame, int body) {}
            void hideProgress() {}
            void sprite(double x, double y) {}
            void draw(Frame frame) {}
            void swap() {}
            void glfwSwapBuffers(long window) {}
            void glfwWaitEventsTimeout(double seconds) {}
            boolean glfwWindowShouldClose(long window) { return false; }
            void glBufferSubData(int target, long offset, FloatBuffer data) {}
            """;

    private static final String POINT = "double x, y, z, dx, dy, dz; float nx, ny, nz, impulse;";

    /** What the games of single examples have in place of a point. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("Bodies", "Bodies bodies;"),
            Map.entry("ContactVisitor", "JoltSimulation world;"),
            Map.entry("EngineScene", "abstract Body box();"),
            Map.entry("EngineSimulation", "Dyn4jSimulation world; Body body;"),
            Map.entry("GroundVersion", "int x, y, z;"),
            Map.entry("HitCollector", "interface Marbles { int slot(Marble marble); } Marbles world;"),
            Map.entry("OwnScene", "double[] y, rise;"),
            Map.entry("PhysicsMeters", "MeterRegistry registry;"),
            Map.entry("PhysxSimulation", "PxTransform pose; PxShape shape;"),
            Map.entry("PlayerHost", "double[] x;"),
            Map.entry("SequencerServer", "SequencerTransport transport;"),
            Map.entry(
                    "Smooth",
                    "com.badlogic.gdx.physics.box2d.World world; Body body; Sprite sprite;"
                            + " abstract void update(float seconds);"),
            Map.entry("SmoothListener", "SmoothListener.Game game; Lwjgl3ApplicationConfiguration configuration;"),
            Map.entry("StatePublisher", "long tick; " + POINT),
            Map.entry("StateWriter", "int count; double[] x, y, z; float[] qx, qy, qz, qw;"),
            Map.entry("ValueCommand", "java.util.concurrent.atomic.AtomicInteger mine;"),
            Map.entry("Touches", "abstract Touches touches(); abstract int slot(Marble of); Marble a, b; " + POINT));

    /** Which packages of others the games of single examples import. */
    private static final Map<String, List<String>> PACKAGES = Map.ofEntries(
            Map.entry("Box2dSimulation", List.of("com.badlogic.gdx.physics.box2d")),
            Map.entry(
                    "BulletSimulation",
                    List.of("com.jme3.bullet.collision.shapes", "com.jme3.bullet.objects", "com.jme3.math")),
            Map.entry("Dyn4jSimulation", List.of("org.dyn4j.dynamics", "org.dyn4j.geometry")),
            Map.entry("EngineScene", List.of("org.dyn4j.dynamics", "org.dyn4j.geometry")),
            Map.entry("EngineSimulation", List.of("org.dyn4j.dynamics")),
            Map.entry(
                    "JoltSimulation",
                    List.of("com.github.stephengold.joltjni", "com.github.stephengold.joltjni.enumerate")),
            Map.entry("PhysicsMeters", List.of("io.micrometer.core.instrument")),
            Map.entry("PhysxSimulation", List.of("physx.common", "physx.physics")),
            Map.entry("Smooth", List.of("com.badlogic.gdx.graphics.g2d", "com.badlogic.gdx.physics.box2d")),
            Map.entry("SmoothListener", List.of("com.badlogic.gdx.backends.lwjgl3")));

    @TempDir
    private Path folder;

    @Test
    void eachTypeHasAnExampleOrNamesTheOneThatShowsIt() {
        Map<String, String> documents = documents(module -> true);
        assertTrue(documents.size() > 150, documents::toString);
        documents.forEach((type, document) -> {
            Matcher elsewhere = ELSEWHERE.matcher(document.replaceAll("\\s+\\* ", " "));
            boolean isShown = EXAMPLE.matcher(document).find()
                    || elsewhere.find()
                            && EXAMPLE.matcher(documents.getOrDefault(elsewhere.group(1), ""))
                                    .find();
            assertEquals(!WITHOUT.contains(type), isShown, () -> "the Javadoc of " + type + " has an example");
        });
    }

    @Test
    void allExamplesCompile() {
        Map<String, String> examples = new TreeMap<>();
        documents(module -> NOT_HERE.stream().noneMatch(module::startsWith))
                .forEach((type, document) -> EXAMPLE.matcher(document)
                        .results()
                        .limit(1)
                        .forEach(found -> examples.put(type, found.group(1).replaceAll("(?m)^ \\* ?", ""))));
        assertEquals("", errors(examples));
    }

    @Test
    void anExampleThatNamesWhatIsNotThereIsFound() {
        assertTrue(errors(Map.of("Any", "physics.metrics().ticks();")).contains("ticks"));
    }

    /** The documents of the public types of the packages that the libraries export to all. */
    private static Map<String, String> documents(Predicate<Path> modules) {
        Map<String, String> documents = new TreeMap<>();
        List<Path> files = Readmes.files();
        files.stream()
                .filter(file -> file.endsWith("src/main/java/module-info.java"))
                .filter(modules)
                .flatMap(module -> Readmes.find(EXPORTED, module)
                        .map(found -> module.resolveSibling(found.group(1).replace('.', '/'))))
                .flatMap(folder -> files.stream().filter(file -> folder.equals(file.getParent())))
                .forEach(file -> {
                    String text = Readmes.text(file);
                    Matcher type = TYPE.matcher(text);
                    if (type.find()) {
                        String before = text.substring(0, type.start());
                        documents.put(type.group(2), before.substring(Math.max(0, before.lastIndexOf("/**"))));
                    }
                });
        return documents;
    }

    private String errors(Map<String, String> examples) {
        List<JavaFileObject> files = Stream.concat(
                        Stream.of(source("Game", "abstract class Game {\n" + GAME + "}\n")),
                        examples.entrySet().stream().map(example -> example(example.getKey(), example.getValue())))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        return compiler.getTask(out, null, null, options, null, files).call() ? "" : out.toString();
    }

    private static JavaFileObject example(String type, String code) {
        String whole = code.replaceAll("(?m)^ *\\.\\.\\.$", "").replaceAll("(?m)^private ", "");
        String body = MEMBERS.matcher(whole).matches() ? whole : "void example() throws Exception {\n" + whole + "}\n";
        String name = "In" + type;
        String imports = PACKAGES.getOrDefault(type, List.of()).stream()
                .map(each -> "import " + each + ".*;\n")
                .collect(Collectors.joining());
        return source(
                name,
                imports + "abstract class " + name + " extends Game {\n" + FIELDS.getOrDefault(type, POINT) + "\n"
                        + body + "}\n");
    }

    private static JavaFileObject source(String name, String code) {
        String uri = "string:///" + name + ".java";
        return new SimpleJavaFileObject(URI.create(uri), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return IMPORTS + code;
            }
        };
    }
}
