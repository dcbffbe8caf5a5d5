package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes get about as many rooms each, and only so many move in a second. */
class RoomPlacementTest {
    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock(0);

    @Test
    void aRoomStartsWhereTheFewestAre() {
        RoomPlacement placement = new RoomPlacement(clock, 10);
        assertEquals("b", placement.choose("7", Map.of("a", List.of("0", "1"), "b", List.of("2"))));
        assertEquals("a", placement.choose("7", Map.of("b", List.of(), "a", List.of())), "the order of names");
    }

    @Test
    void aWantedRoomGoesThereForAMinute() {
        RoomPlacement placement = new RoomPlacement(clock, 10);
        Map<String, List<String>> nodes = Map.of("a", List.of("0", "1", "2", "3"), "b", List.of());
        placement.want("4", "a");
        placement.want("5", "gone");
        assertEquals("a", placement.choose("4", nodes));
        assertEquals("b", placement.choose("5", nodes), "there is no such node");
        clock.advance(60 * SECOND);
        assertEquals("b", placement.choose("4", nodes));
    }

    @Test
    void aWantedRoomLeavesFirstAndThenStays() {
        RoomPlacement placement = new RoomPlacement(clock, 1);
        placement.want("0", "b");
        Map<String, List<String>> nodes = Map.of("a", List.of("0"), "b", List.of("1", "2", "3", "4", "5"));
        assertEquals(Set.of("0"), placement.leaving(nodes, Set.of()));
        clock.advance(SECOND);
        Map<String, List<String>> moved = Map.of("a", List.of(), "b", List.of("0", "1", "2", "3", "4", "5"));
        assertEquals(Set.of("5"), placement.leaving(moved, Set.of()));
    }

    /** Such as a program that is older than the save. */
    @Test
    void aRoomLeavesANodeThatCouldNotRestoreItAndStaysAwayForAMinute() {
        RoomPlacement placement = new RoomPlacement(clock, 10);
        Map<String, List<String>> nodes = Map.of("a", List.of("0"), "b", List.of("1", "2", "3"));
        placement.refuse("0", "a");
        assertEquals(Set.of("0"), placement.leaving(nodes, Set.of()));
        assertEquals("b", placement.choose("0", nodes));
        assertEquals("a", placement.choose("4", nodes));
        Map<String, List<String>> uneven = Map.of("a", List.of(), "b", List.of("0", "1", "2", "3", "4", "5"));
        assertEquals(Set.of("4", "5"), placement.leaving(uneven, Set.of()));
        placement.refuse("0", "b");
        assertEquals(Set.of(), placement.leaving(nodes, Set.of()), "no node could");
        assertEquals("a", placement.choose("0", nodes));
        clock.advance(60 * SECOND);
        placement.refuse("0", "b");
        assertEquals("a", placement.choose("0", nodes));
    }

    @Test
    void onlySoManyRoomsMoveInASecondAndAtATime() {
        RoomPlacement placement = new RoomPlacement(clock, 4);
        Map<String, List<String>> nodes = Map.of("a", names(0, 100), "b", List.of());
        Set<String> moving = placement.leaving(nodes, Set.of());
        assertEquals(4, moving.size());
        assertEquals(Set.of(), placement.leaving(nodes, Set.of()), "none of them was counted twice");
        clock.advance(SECOND / 2);
        assertEquals(2, placement.leaving(nodes, Set.of()).size());
        clock.advance(10 * SECOND);
        assertEquals(Set.of(), placement.leaving(nodes, moving), "while four are on their way");
        assertEquals(4, placement.leaving(nodes, Set.of()).size(), "quiet seconds are not saved up");
        for (int room = 0; room < 50; room++) {
            placement.want(Integer.toString(room), "b");
        }
        clock.advance(SECOND);
        assertEquals(4, placement.leaving(nodes, Set.of()).size(), "wanted rooms count, too");
    }

    /** From any start, rooms stop to move. */
    @Test
    void nodesBecomeEvenAndStaySo() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = Seeds.random(seed);
            int rooms = 1 + random.nextInt(60);
            RoomPlacement placement = new RoomPlacement(clock, 5);
            Map<String, Set<String>> nodes = new TreeMap<>();
            for (int node = 0, all = 1 + random.nextInt(4); node < all; node++) {
                nodes.put("node-" + node, new TreeSet<>());
            }
            List<String> names = new ArrayList<>(nodes.keySet());
            names(0, rooms)
                    .forEach(room ->
                            nodes.get(names.get(random.nextInt(names.size()))).add(room));
            Set<String> leaving;
            int moves = 0;
            do {
                clock.advance(SECOND);
                leaving = placement.leaving(nodes, Set.of());
                for (String room : leaving) {
                    nodes.values().forEach(each -> each.remove(room));
                    nodes.get(placement.choose(room, nodes)).add(room);
                    moves++;
                }
            } while (!leaving.isEmpty() && moves <= 10 * rooms);
            assertTrue(moves <= 3 * rooms, "seed " + seed + ": " + moves + " moves of " + rooms + " rooms");
            IntSummaryStatistics loads =
                    nodes.values().stream().mapToInt(Set::size).summaryStatistics();
            assertTrue(loads.getMax() - loads.getMin() <= 3, "seed " + seed + ": " + loads);
        }
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }
}
