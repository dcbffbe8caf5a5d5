package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.StateSender;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Prediction;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.physics.own.OwnWorld;
import io.github.freestep.physics.own.RunAhead;
import io.github.freestep.physics.prediction.ShownOptions;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each default in a table of options is that of the code. So are the defaults and limits in sentences. */
class ReadmeDefaultsTest {
    private static final Path PHYSICS = Path.of("physics-thread", "README.md");
    private static final Path RENDERING = Path.of("render-thread", "README.md");
    private static final Path PREDICTION = Path.of("physics-thread", "prediction", "README.md");
    private static final Path MATCHES = Path.of("physics-thread", "lockstep.md");
    private static final Path NETWORK = Path.of("shared-state", "network.md");
    private static final Path STATES = Path.of("shared-state", "README.md");
    private static final Path COMMANDS = Path.of("benchmarks", "README.md");
    private static final StateLayout LAYOUT = StateLayout.of(1);
    private static final Pattern OPTION = Pattern.compile("`\\.?(\\w+)");
    private static final Set<String> WITH_OPTIONS = Set.of("options", "shown", "rules");

    /** Fields that do not have the name of their option. */
    private static final Map<String, String> FIELDS = Map.of(
            "input", "sources",
            "onProblem", "problems",
            "followDisplay", "follow",
            "listener", "listeners",
            "snapBeyond", "snapDistance",
            "hashWorld", "hashesWorld",
            "inputDelay", "minDelay");

    /** What the pages say of an option without a value. */
    private static final String NONE = "none|off|false|own thread|adapts;.*|0|refused|all bodies";

    /** Their defaults follow from others. {@link #defaultsThatFollow} compares them. */
    private static final Set<String> FOLLOW =
            Set.of("window", "publishEvery", "watchdog", "realTime", "ticks", "minPlayers", "precision");

    private final StateBuffer states = StatePublisher.of(LAYOUT).states();
    private final Object service = PhysicsService.builder(new Sparks());
    private final Object group = PhysicsGroup.builder();
    private final Object sender = StateSender.builder(states);
    private final Object body;
    private final Object ahead;
    private final Object prediction;
    private final MatchRules rules;

    ReadmeDefaultsTest() throws Exception {
        Class<?>[] types = {OwnWorld.class, InputSink.class};
        Object any = Proxy.newProxyInstance(getClass().getClassLoader(), types, (of, called, with) -> null);
        body = OwnBody.builder((OwnWorld) any, states, (InputSink) any);
        ahead = RunAhead.builder(
                (OwnWorld) any, PhysicsService.builder(new Sparks()).build());
        Constructor<?> builder = Prediction.Builder.class.getDeclaredConstructors()[0];
        builder.setAccessible(true);
        prediction = builder.newInstance((Object) null);
        rules = (MatchRules) value(MatchSettings.of("match", LAYOUT, 7), "rules");
    }

    @Test
    void defaultsInTables() throws Exception {
        Map<Path, List<Object>> builders = Map.of(
                PHYSICS, List.of(service),
                RENDERING, List.of(FrameSampler.builder(states), body),
                PREDICTION, List.of(ahead),
                MATCHES, List.of(rules, prediction),
                NETWORK, List.of(sender));
        for (Path page : Readmes.ALL) {
            List<List<List<String>>> tables = Readmes.tables(Readmes.text(page)).stream()
                    .filter(table -> table.get(0).contains("default"))
                    .toList();
            List<Object> of = builders.getOrDefault(page, List.of());
            assertEquals(of.size(), tables.size(), page.toString());
            for (int i = 0; i < of.size(); i++) {
                for (List<String> row : tables.get(i).subList(1, tables.get(i).size())) {
                    assertDefault(row, of.get(i));
                }
            }
        }
    }

    /** Compares the first option of a row, and the first words of its default. */
    private static void assertDefault(List<String> row, Object builder) throws Exception {
        String option =
                OPTION.matcher(row.get(0)).results().findFirst().orElseThrow().group(1);
        String cell = row.get(1).replaceAll(",|^`\\w+\\.", "");
        if (!cell.isEmpty() && !FOLLOW.contains(option)) {
            String said = said(value(builder, option));
            String words = said.isEmpty() ? NONE : Pattern.quote(said) + "(?!\\w).*";
            assertTrue(cell.matches(words), () -> "expected " + said + ", but was: " + row);
        }
    }

    @Test
    void defaultsThatFollow() throws Exception {
        assertSays(PHYSICS, "| %4$d at 100 ticks a second, %1$d below, %2$d or %3$d above |", windows());
        assertSays(STATES, "it is %d below 100 ticks a second, %4$d at 100, and %2$d or %3$d at higher", windows());
        assertSays(PHYSICS, "| 1; above 200 ticks a second, the fewest that last at least 5 ms |");
        assertEquals(1, Schedule.coveringTicks(Ratio.of(200)));
        assertEquals(2, Schedule.coveringTicks(Ratio.of(201)));
        assertSays(PHYSICS, "200))` | %s |", said(value(group, "watchdog")));
        assertSays(PHYSICS, "`.realTime(n)`, `.cpu(n)` | off |");
        ShownOptions shown = (ShownOptions) value(body, "shown");
        for (Path page : List.of(RENDERING, MATCHES)) {
            assertSays(page, "| 500 ms, at most %d ticks |", shown.ticks(Ratio.of(1_000)));
        }
        assertEquals(50, shown.ticks(Ratio.of(100)));
        assertEquals(7, rules.minPlayers);
        assertSays(MATCHES, "`minPlayers` | all |");
        assertSays(MATCHES, "| %s, %d, %d, empty |", rules.rate, rules.axes, rules.seed);
        assertEquals(60, rules.maxDelay(), "the ticks of 1 s");
        rules.rate = Ratio.of(29);
        int most = rules.maxDelay();
        assertSays(MATCHES, "| %d ticks to 1 s; below 30 Hz, %1$d to %d ticks |", rules.minDelay, most);
        assertSays(MATCHES, "within any %s |", said(rules.waitSpan));
        assertSays(MATCHES, ", each %d s |", rules.longestPause.toSeconds());
        assertSays(NETWORK, "`.precision(Precision.of(0.0005, 0.25))` | these values |");
        assertEquals(PoseGrid.within(0.0005, 0.25), value(value(sender, "precision"), "grid"));
        assertSays(NETWORK, ", this machine only |");
        assertEquals("127.0.0.1", value(sender, "bind"));
    }

    @Test
    void defaultsAndLimitsInSentences() throws Exception {
        assertSays(PHYSICS, "a ring for %,d events", Events.DEFAULT_CAPACITY);
        assertSays(PHYSICS, "catches up at most %d ms", constant(Overload.class, "CLAMP_MILLIS"));
        assertSays(PHYSICS, "waits %s for the step", said(value(service, "closeTimeout")));
        assertSays(Path.of("physics-thread", "rooms", "README.md"), "`threads` (default: %d)", value(group, "threads"));
        Object spin = value(group, "spinBudgetPerMille");
        assertSays(Path.of("benchmarks", "measuring.md"), "The default spin budget is %d thousandths", spin);
        double covered = (double) constant(Schedule.class, "COVERED_NANOS") / 1e6;
        assertSays(STATES, "hides at least 30 ms of lateness, and usually %.0f", covered);
        Class<?> findings = Class.forName("io.github.freestep.render.trace.MotionFindings");
        double uneven = (double) constant(findings, "UNEVEN") * 100;
        assertSays(RENDERING, "reports judder above %.0f %%", uneven);
        assertSays(COMMANDS, "in which judder is above %.0f %%", uneven);
        double half = (double) constant(MotionMeter.class, "HALF");
        assertSays(RENDERING, "less than %.1f times the right speed", half);
        assertSays(RENDERING, "more than %.1f times the right speed", 1 + half);
        assertSays(Readmes.GLOSSARY, "less than %.1f (*frozen*) or more than %.1f times", half, 1 + half);
        assertSays(MATCHES, "by default %d", DirectLockstep.DEFAULT_PORT);
        assertSays(Readmes.MAIN, "for up to %d players", MatchSettings.MAX_PLAYERS);
        assertSays(Path.of("render-thread", "server", "past.md"), "for one second, the default");
        assertEquals(Duration.ofSeconds(1), value(StateHistory.builder(states), "last"));
    }

    @Test
    void versionsOfFormats() throws Exception {
        List<List<String>> expected = new ArrayList<>(List.of(List.of("format", "version")));
        for (String format : List.of(
                "recording | physics.recording.Format",
                "saved world of an engine | physics.engine.SavedWorld",
                "service that was handed over | physics.rooms.HandedOver",
                "states over the network | net.wire.Datagrams",
                "lockstep packets | net.link.Packet")) {
            String[] columns = format.split(" \\| ");
            Number version = (Number) constant(Class.forName("io.github.freestep." + columns[1]), "VERSION");
            // Datagrams of states begin with it and four other bits.
            expected.add(
                    List.of(columns[0], "" + (columns[1].endsWith("Datagrams") ? version.intValue() >> 4 : version)));
        }
        assertTrue(
                Readmes.tables(Readmes.text(Path.of(".github", "COMPATIBILITY.md")))
                        .contains(expected),
                expected::toString);
    }

    /** The states in a window: below 100 ticks a second, the fewest and the most above 100, at 100. */
    private static Object[] windows() {
        return Stream.of(99, 101, 200, 100).map(ReadmeDefaultsTest::window).toArray();
    }

    private static int window(int rate) {
        VirtualClock clock = new VirtualClock(0);
        try (PhysicsService service =
                PhysicsService.builder(new Sparks()).rate(rate).clock(clock).start()) {
            return service.states().window();
        }
    }

    private static void assertSays(Path page, String words, Object... figures) {
        String expected = String.format(Locale.ROOT, words, figures);
        assertTrue(
                Readmes.text(page).replaceAll("\\s+", " ").contains(expected),
                () -> page + " does not say " + expected);
    }

    /** Returns an empty text for no value. */
    private static String said(Object value) {
        if (value == null
                || List.of("", false, 0, 0L, List.of(), Double.POSITIVE_INFINITY)
                        .contains(value)) {
            return "";
        }
        if (value instanceof Duration time) {
            return time.toMillis() < 1_000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
        }
        return value instanceof Double number
                ? Long.toString(number.longValue())
                : value.toString().toLowerCase(Locale.ROOT);
    }

    /** Returns the field of an option, in a builder or in its options. */
    private static Object value(Object builder, String option) throws Exception {
        Object options = null;
        for (Field field : builder.getClass().getDeclaredFields()) {
            String name = field.getName();
            if (name.equals(option) || name.equals(FIELDS.get(option))) {
                return read(field, builder);
            } else if (name.equals(option + "Nanos")) {
                return Duration.ofNanos((long) read(field, builder));
            }
            options = WITH_OPTIONS.contains(name) ? read(field, builder) : options;
        }
        assertNotNull(options, () -> builder.getClass() + " has no option " + option);
        return value(options, option);
    }

    private static Object constant(Class<?> type, String name) throws Exception {
        return read(type.getDeclaredField(name), null);
    }

    private static Object read(Field field, Object from) throws Exception {
        field.setAccessible(true);
        return field.get(from);
    }
}
