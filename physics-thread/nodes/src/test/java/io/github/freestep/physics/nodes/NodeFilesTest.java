package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.pekko.actor.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeFilesTest {
    @TempDir
    Path folder;

    @Test
    void theNameOfANodeIsOneThatStoresTake() throws IOException {
        String name = Arguments.node(new Address("pekko", "rooms", "Fe80::1", 25_521));
        assertEquals("fe80__1-25521", name);
        FileRoomStore.in(folder).beat(name, new NodeBeat(1, ""));
    }
}
