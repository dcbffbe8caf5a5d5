package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which packages need which, read from the class files. Each package of a library needs those in its line of the list
 * and no others, so a new arrow is a decision. No package needs itself through others. No simple name is used twice.
 * The evidence, which is built later, has a test of its own.
 */
class PackagesTest {
    static final List<String> LIBRARIES = List.of(
            "shared-state",
            "shared-state/net",
            "physics-thread",
            "physics-thread/prediction",
            "physics-thread/lockstep",
            "physics-thread/recording",
            "physics-thread/ground",
            "physics-thread/realtime",
            "physics-thread/rooms",
            "physics-thread/micrometer",
            "physics-thread/engines",
            "physics-thread/engines/jolt",
            "physics-thread/engines/physx",
            "physics-thread/engines/bullet",
            "physics-thread/engines/box2d",
            "physics-thread/engines/dyn4j",
            "render-thread",
            "render-thread/server",
            "render-thread/trace",
            "render-thread/capsule",
            "render-thread/hosts/smooth",
            "render-thread/hosts/gdx",
            "render-thread/hosts/jme");

    /** Those of a release, of which only newer JDKs can build the last. */
    static final List<String> PUBLISHED = Stream.concat(LIBRARIES.stream(), Stream.of("render-thread/hosts/minestom"))
            .toList();

    static final List<String> MODULES = Stream.concat(
                    LIBRARIES.stream(), Stream.of("render-thread/tools", "benchmarks"))
            .toList();

    /** What each package of the libraries needs. An arrow that is gone leaves the list, too. */
    private static final String ALLOWED = """
            gdx -> internal physics render.display smooth smooth.turns
            internal ->
            internal.problem -> internal problem
            internal.query -> internal state state.content
            internal.time -> internal time
            jme -> internal physics render render.display smooth smooth.turns time
            net -> internal internal.problem net.body net.link net.seal net.session net.wire problem state \
            state.content time
            net.body -> net.codec state state.content
            net.clock -> internal internal.time time
            net.codec ->
            net.link -> internal internal.problem problem
            net.seal -> net.link
            net.session -> internal net.clock net.link net.seal net.wire state time
            net.wire -> internal net.body net.clock net.codec net.seal state state.content time
            physics -> internal internal.problem internal.time physics.event physics.input physics.journal \
            physics.report physics.request physics.run physics.schedule physics.thread physics.watch problem state \
            state.content time
            physics.box2d -> physics physics.engines physics.saves state
            physics.bullet -> physics physics.engines physics.saves state
            physics.dyn4j -> physics physics.engines physics.saves state
            physics.engines -> internal internal.query physics physics.saves physics.saves.content query state \
            state.content
            physics.event -> state
            physics.feed -> internal physics physics.feed.past physics.input physics.schedule physics.watch
            physics.feed.past -> physics physics.input
            physics.ground -> physics physics.saves
            physics.input -> internal internal.problem internal.time physics.schedule physics.watch time
            physics.jolt -> physics physics.engines physics.saves.content state
            physics.journal -> internal.problem physics.input state time
            physics.lockstep -> internal internal.time net net.link physics physics.input physics.lockstep.link \
            physics.lockstep.sequencer physics.lockstep.session physics.prediction.shown physics.saves state time
            physics.lockstep.direct -> internal internal.problem net net.link net.seal net.session \
            physics.lockstep physics.lockstep.link problem state time
            physics.lockstep.link -> internal net.link state time
            physics.lockstep.sequencer -> internal net.link physics.lockstep.link physics.saves.content time
            physics.lockstep.session -> internal internal.query internal.time net.link physics physics.feed \
            physics.feed.past physics.input physics.journal physics.lockstep.link physics.prediction.shown \
            physics.saves physics.saves.content state time
            physics.micrometer -> physics
            physics.physx -> physics physics.engines physics.saves state
            physics.prediction -> internal internal.time physics physics.feed physics.feed.past physics.input \
            physics.journal physics.prediction.shown physics.saves physics.saves.content state state.content time
            physics.prediction.shown -> internal physics.journal physics.saves.content state state.content time
            physics.realtime -> internal physics.thread
            physics.recording -> internal internal.problem internal.time physics physics.event \
            physics.feed physics.input physics.journal physics.saves physics.saves.content problem state state.content \
            time
            physics.report -> internal state time
            physics.request -> internal internal.problem physics.schedule physics.thread physics.watch problem \
            time
            physics.rooms -> internal internal.time physics physics.input physics.rooms.workers physics.run \
            physics.saves physics.saves.content physics.schedule physics.thread state state.content time
            physics.rooms.workers -> internal internal.time physics.schedule physics.thread physics.watch time
            physics.run -> internal internal.time physics.schedule time
            physics.saves -> internal physics physics.input physics.saves.content state state.content
            physics.saves.content -> internal internal.query physics physics.input state state.content
            physics.schedule -> internal.time time
            physics.thread -> internal internal.time physics.schedule physics.watch time
            physics.watch -> internal
            problem -> internal
            query -> internal internal.query state
            render -> internal internal.problem render.delay render.picture render.spi state state.content time
            render.capsule -> internal internal.problem physics physics.journal physics.recording problem render \
            render.trace render.trace.log
            render.delay -> internal render.picture state state.content time
            render.display -> internal internal.problem internal.time problem render render.spi state state.content \
            time
            render.picking -> internal internal.query query render
            render.picture -> internal state state.content
            render.server -> internal internal.problem net physics physics.input physics.prediction \
            physics.prediction.shown physics.saves problem render render.server.past state time
            render.server.past -> internal render render.picture state state.content time
            render.spi ->
            render.trace -> render render.display render.trace.log state
            render.trace.log -> internal internal.time physics.report render render.display state state.content time
            smooth -> internal physics render render.display smooth.turns state time
            smooth.turns -> internal physics physics.run render render.display state time
            state -> internal state.content state.handoff time
            state.content -> internal
            state.handoff ->
            time -> internal
            """;

    /** Which packages of all modules need which packages of ours. Names are without our root. */
    private static Map<String, Set<String>> needs;

    @Test
    void packagesOfTheLibrariesNeedTheListedOnes() {
        Map<String, Set<String>> ofLibraries = new TreeMap<>();
        packages(LIBRARIES).forEach(each -> ofLibraries.put(each, needs.get(each)));
        assertEquals(ALLOWED, lines(ofLibraries));
    }

    @Test
    void noPackageNeedsItselfThroughOthers() {
        assertTrue(needs.size() > 30, needs::toString);
        assertEquals(List.of(), cycle(needs));
    }

    @Test
    void noTwoClassesOfTheLibrariesHaveOneName() {
        Map<String, String> modules = new HashMap<>();
        for (String library : LIBRARIES) {
            for (Path file : ClassFiles.of(library)) {
                String name = file.getFileName().toString();
                if (!name.contains("$") && !name.equals("package-info.class")) {
                    String other = modules.put(name, library);
                    assertNull(other, () -> name + " is in " + other + " and in " + library);
                }
            }
        }
        assertTrue(modules.size() > 100, modules::toString);
    }

    private static Set<String> packages(List<String> modules) {
        return modules.stream()
                .flatMap(module -> ClassFiles.of(module).stream())
                .map(ClassFiles::packageOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String lines(Map<String, Set<String>> needs) {
        StringBuilder lines = new StringBuilder();
        needs.forEach((each, needed) -> {
            lines.append(each).append(" ->");
            new TreeSet<>(needed).forEach(other -> lines.append(' ').append(other));
            lines.append('\n');
        });
        return lines.toString();
    }

    /** The packages of one cycle; empty if there is none. Takes away what needs nothing until nothing else is left. */
    static List<String> cycle(Map<String, Set<String>> needs) {
        Map<String, Set<String>> left = new TreeMap<>();
        needs.forEach((each, needed) -> left.put(each, new TreeSet<>(needed)));
        do {
            left.values().forEach(needed -> needed.retainAll(left.keySet()));
        } while (left.values().removeIf(Set::isEmpty));
        List<String> path = new ArrayList<>();
        String next = left.isEmpty() ? null : left.keySet().iterator().next();
        while (next != null && !path.contains(next)) {
            path.add(next);
            next = left.get(next).iterator().next();
        }
        return path.subList(next == null ? 0 : path.indexOf(next), path.size());
    }

    @BeforeAll
    static void findNeeds() {
        needs = needs(MODULES);
    }

    /** Which packages of some modules need which packages of ours. */
    static Map<String, Set<String>> needs(List<String> modules) {
        Map<String, Set<String>> found = new TreeMap<>();
        ClassFiles.needs(modules).forEach((each, needed) -> {
            Set<String> packages = found.computeIfAbsent(ClassFiles.packageOf(each), p -> new TreeSet<>());
            needed.forEach(other -> packages.add(ClassFiles.packageOf(other)));
            packages.remove(ClassFiles.packageOf(each));
        });
        return found;
    }
}
