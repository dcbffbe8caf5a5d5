package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rooms run where they are wanted, otherwise on the node with the fewest rooms. */
class PlacementTest {
    private static final int A = 1;
    private static final int B = 2;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 50);
    private final Placement placement = new Placement(clock);

    @Test
    void aRoomLeavesForTheNodeThatIsWanted() {
        placement.want("1", B);
        placement.want("4", B);
        placement.want("2", 3);
        assertEquals(Set.of("1"), placement.leaving(Map.of(A, rooms(0, 3), B, rooms(3, 5)), Set.of()));
        assertEquals(Set.of(), placement.leaving(Map.of(A, rooms(0, 3), B, rooms(3, 5)), Set.of("1")));
    }

    @Test
    void aNewNodeGetsRoomsAndAWantedRoomStays() {
        placement.want("0", A);
        assertEquals(
                Set.of("1", "10", "11", "12", "13"),
                placement.leaving(Map.of(A, rooms(0, 20), B, List.of()), Set.of()));
    }

    @Test
    void aRoomIsWantedForAMinuteOnly() {
        for (int room = 0; room < 20; room++) {
            placement.want(Integer.toString(room), A);
        }
        clock.advance(Placement.WANTED_NANOS - 1);
        assertEquals(Set.of(), placement.leaving(Map.of(A, rooms(0, 20), B, List.of()), Set.of()));
        clock.advance(1);
        assertEquals(
                5,
                placement
                        .leaving(Map.of(A, rooms(0, 20), B, List.of()), Set.of())
                        .size());
        assertEquals(B, placement.allocate("7", Map.of(A, rooms(0, 20), B, List.of())));
        placement.want("7", A);
        assertEquals(1, placement.remembered(), "the other ones are forgotten");
    }

    private static List<String> rooms(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }
}
