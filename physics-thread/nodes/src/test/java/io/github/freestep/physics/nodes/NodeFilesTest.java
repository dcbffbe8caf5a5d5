package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

    /** Nodes that join a cluster register and withdraw while others look. */
    @Test
    void theAddressOfAMemberIsReadAsAWhole() throws IOException {
        NodeFiles files = new NodeFiles(folder);
        CompletableFuture<Void> joining = CompletableFuture.runAsync(
                () -> {
                    try {
                        for (int i = 0; i < 200; i++) {
                            files.addMember("node", "address");
                            files.removeMember("node");
                        }
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                work -> new Thread(work).start());
        while (!joining.isDone()) {
            assertEquals("address", files.members(Set.of("node")).getOrDefault("node", "address"));
        }
        joining.join();
    }
}
