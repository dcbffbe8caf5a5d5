package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.nodes.RoomStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Saves are damaged and repaired, and a store fails and recovers. */
class StoreFaultsTest {
    @Test
    void aSaveInAFileIsDamagedAndRepaired(@TempDir Path folder) throws IOException {
        RoomStore store = Stores.open(folder.toString());
        StoreFaults faults = StoreFaults.of(folder.toString());
        isDamagedAndRepaired(store, faults);
        assertFalse(faults.canFail(), "only a database can be stopped");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the tests have no other server")
    void aDatabaseStopsAndContinues() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(4)) // on a busy machine
                .start()) {
            String url = server.getJdbcUrl("postgres", "postgres");
            RoomStore store = Stores.open(url);
            StoreFaults faults = StoreFaults.of(url);
            isDamagedAndRepaired(store, faults);
            assertTrue(faults.canFail());
            faults.fail();
            try {
                assertThrows(IOException.class, store::beats);
            } finally {
                faults.recover();
            }
            assertEquals(0, store.beats().size());
        }
    }

    /** Only the save of the newest owner. */
    private static void isDamagedAndRepaired(RoomStore store, StoreFaults faults) throws IOException {
        store.create(7, new byte[16], new byte[] {1, 2});
        long owner = store.claim(7, "node");
        for (int i = 0; i < 10; i++) {
            owner = store.claim(7, "node");
        }
        store.save(7, owner, new byte[] {3, 4});
        faults.flip(7);
        assertArrayEquals(new byte[] {3, (byte) ~4}, store.read(7).save());
        faults.flip(7);
        assertArrayEquals(new byte[] {3, 4}, store.read(7).save());
    }
}
