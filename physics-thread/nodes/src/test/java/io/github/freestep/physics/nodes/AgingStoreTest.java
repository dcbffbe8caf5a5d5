package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.nodes.contract.RoomStoreContract;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The same for our stores, whose saves a test can make older than they are. */
abstract class AgingStoreTest extends RoomStoreContract {
    /** Makes all that the store has of the room older. */
    abstract void age(long millis) throws Exception;

    /** Returns how many skipped saves the store has. */
    abstract int skipped() throws Exception;

    @Test
    void savesOfAMinuteTenMinutesAndAnHourAreKept() throws Exception {
        long owner = open().claim(ROOM, "a");
        for (int minute = 1; minute <= 130; minute++) {
            open().save(ROOM, owner, save(2 * minute));
            age(30_000);
            open().save(ROOM, owner, save(2 * minute + 1)); // not kept
            age(30_000);
            owner = minute % 40 == 0 ? open().claim(ROOM, "b") : owner;
        }
        long[] ages = open().saves(ROOM).values().stream()
                .mapToLong(save -> 130 - ByteBuffer.wrap(save).getLong() / 2)
                .toArray();
        assertTrue(ages.length <= 7, ages.length + " saves");
        for (int age : new int[] {1, 10, 60}) {
            assertTrue(
                    Arrays.stream(ages).anyMatch(each -> each >= age && each <= 2 * age),
                    () -> "none of " + age + " minutes in " + Arrays.toString(ages));
        }
    }

    @Test
    void onlySomeSkippedSavesStay() throws Exception {
        for (int i = 0; i < 6; i++) {
            long owner = open().claim(ROOM, "a");
            open().save(
                            ROOM,
                            owner,
                            save(2 * i),
                            i == 0 ? RoomStore.NEWEST : open().saves(ROOM).firstKey());
            age(60_000);
            open().save(ROOM, owner, save(2 * i + 1));
            age(60_000);
        }
        assertEquals(Generations.MOST_SKIPPED, skipped());
        assertSaves(0, 10, 11);
    }
}
