package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.freestep.physics.nodes.RoomStore;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedFilesTest {
    @Test
    void theSaveOfTheNewestOwnerIsDamaged(@TempDir Path folder) throws IOException {
        RoomStore store = Stores.open(folder.toString());
        store.create(7, new byte[16], new byte[] {1, 2});
        long owner = store.claim(7, "node");
        for (int i = 0; i < 10; i++) {
            owner = store.claim(7, "node");
        }
        store.save(7, owner, new byte[] {3, 4});
        new SavedFiles(folder).flip(7);
        assertArrayEquals(new byte[] {3, (byte) ~4}, store.read(7).save());
    }
}
