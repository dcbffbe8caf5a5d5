package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node ends after its saves, for which it waits for minutes, or after a wrong command. */
class NodeTest {
    @TempDir
    Path folder;

    @Test
    void theEngineTakesNoRoomThatIsBeingSavedAndAwaitsNoDeadNode() {
        Config all = ConfigFactory.load("rooms-node").getConfig("pekko");
        assertTrue(all.getDuration("cluster.sharding.handoff-timeout")
                        .compareTo(
                                all.getDuration("coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout"))
                > 0);
        Config sharding = all.getConfig("cluster.sharding");
        int nodes = 3;
        int majority = Math.max(nodes / 2 + 1, sharding.getInt("distributed-data.majority-min-cap"));
        assertTrue(majority + sharding.getInt("coordinator-state.write-majority-plus") < nodes);
        assertTrue(majority + sharding.getInt("coordinator-state.read-majority-plus") < nodes);
    }

    @Test
    void aCommandThatIsWrongEndsTheNode() throws IOException, InterruptedException {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        int port = Rooms.freePort();
        NodeProcess node = new NodeProcess(port, folder, new Judge(), log::add);
        RoomStore store = new RoomStore(folder);
        try {
            Await.until(node::isUp, () -> log);
            assertTrue(store.lives("node-" + port));
            node.tell("stop 0");
            assertTrue(node.waitFor());
            assertFalse(store.lives("node-" + port));
        } finally {
            node.kill();
        }
        assertTrue(
                log.stream().anyMatch(line -> line.endsWith("expected wake, sleep or move, but was stop 0")),
                log::toString);
    }

    /** Nodes that start all at once, and again after {@code kill -9}, are in one cluster. */
    @Test
    void aStoreHasOneCluster() throws IOException, InterruptedException {
        Random random = Seeds.random(1);
        Queue<String> log = new ConcurrentLinkedQueue<>();
        List<Integer> ports = new ArrayList<>(List.of(Rooms.freePort(), Rooms.freePort(), Rooms.freePort()));
        Map<Integer, NodeProcess> nodes = new HashMap<>();
        try {
            int mayFound = 1;
            for (int round = 0, rounds = Thorough.of(2, 6); round <= rounds; round++) {
                Await.until(
                        () -> {
                            ports.forEach(port -> supervise(port, nodes, log));
                            return nodes.values().stream().allMatch(node -> node.isUp() && node.isAlive());
                        },
                        () -> log);
                long founded = log.stream()
                        .filter(line -> line.contains("founds the cluster"))
                        .count();
                assertTrue(founded <= mayFound, log::toString);
                // One node alone is no majority, and ends itself.
                int lost = round == 0 ? 1 : round == 1 ? 3 : 1 + random.nextInt(3);
                mayFound = lost == 1 ? (int) founded : (int) founded + 1;
                Collections.shuffle(ports, random);
                ports.subList(0, lost).forEach(port -> nodes.get(port).kill());
            }
        } finally {
            nodes.values().forEach(NodeProcess::kill);
        }
    }

    private void supervise(int port, Map<Integer, NodeProcess> nodes, Queue<String> log) {
        NodeProcess node = nodes.get(port);
        if (node == null || !node.isAlive()) {
            try {
                nodes.put(port, new NodeProcess(port, folder, new Judge(), log::add));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void sigtermWaitsUntilTheDiskAcceptsTheLastSave() throws IOException, InterruptedException {
        assumeTrue(Thorough.isOn(), "RoomHostTest gives up a room on a virtual clock; a process needs 30 s");
        RoomStore store = new RoomStore(folder);
        store.create(0);
        Judge judge = new Judge();
        Queue<String> log = new ConcurrentLinkedQueue<>();
        int port = Rooms.freePort();
        NodeProcess node = new NodeProcess(port, folder, judge, log::add);
        try {
            Await.until(node::isUp, () -> log);
            node.tell("wake 0");
            Await.until(() -> log.stream().anyMatch(line -> line.contains("@began")), () -> log);
            Path blocked = folder.resolve("0/1.save.part");
            Await.until(() -> isBlocked(blocked));
            node.terminate();
            Thread.sleep(20_000); // what all other phases wait, and more
            assertTrue(node.isAlive(), "the node must wait: " + log);
            Files.delete(blocked);
            assertTrue(node.waitFor());
        } finally {
            node.kill();
        }
        assertEquals(Save.Kind.MOVED, store.newest(0).save().kind());
        assertEquals(List.of(), judge.judge());
    }

    /** Makes the store unable to write, unless it writes at this moment. */
    private static boolean isBlocked(Path part) {
        try {
            Files.createDirectory(part);
            return true;
        } catch (FileAlreadyExistsException writing) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
