package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts what the rooms of a server take, by the JVM's own histogram of live objects, which is exact to the byte. */
@Timeout(240)
class RoomMemoryTest {
    private static final int ROOMS = 200;

    /** 30 KB, of which half are the 14 states of a room. Its queues grow only if they are used. */
    private static final long MOST_BYTES = 30 << 10;

    private final PhysicsGroup group =
            PhysicsGroup.builder().clock(new VirtualClock(0)).open();

    /** A world as small as the smallest rooms. */
    private static final class Sixteen extends Falling {
        @Override
        public StateLayout layout() {
            return StateLayout.of(16);
        }
    }

    private void start(int rooms) {
        for (int i = 0; i < rooms; i++) {
            PhysicsService.builder(new Sixteen())
                    .rate(100)
                    .group(group)
                    .start()
                    .call(world -> 1)
                    .join();
        }
    }

    /** Returns the bytes of all live objects. The histogram collects garbage first. */
    private static long liveBytes() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.split("\\s+")[2]))
                .sum();
    }

    @Test
    void aRoomOfSixteenBodiesTakesThirtyKilobytes() throws Exception {
        start(3);
        long before = liveBytes();
        start(ROOMS);
        long bytes = (liveBytes() - before) / ROOMS;
        group.close();
        assertTrue(bytes > MOST_BYTES / 2 && bytes <= MOST_BYTES, bytes + " bytes must be at most " + MOST_BYTES);
    }
}
