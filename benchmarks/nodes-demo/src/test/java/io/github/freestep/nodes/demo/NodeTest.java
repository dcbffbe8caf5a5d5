package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.nodes.FileRoomStore;
import io.github.freestep.physics.nodes.NodeBeat;
import io.github.freestep.physics.nodes.RoomNodes;
import io.github.freestep.physics.nodes.RoomStore;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nodes find each other through their store, and share their rooms. */
class NodeTest {
    private static final int ROOMS = 12;

    @TempDir
    Path folder;

    /** Nodes that start all at once, and again after {@code kill -9}, are in one cluster. */
    @Test
    void aStoreHasOneCluster() throws IOException, InterruptedException {
        Random random = Seeds.random(1);
        Queue<String> log = new ConcurrentLinkedQueue<>();
        List<String> addresses =
                new ArrayList<>(List.of(Rooms.freeAddress(0), Rooms.freeAddress(1), Rooms.freeAddress(2)));
        Map<String, NodeProcess> nodes = new HashMap<>();
        RoomStore store = FileRoomStore.in(folder);
        RoomNodes.create(store, 0);
        int lost = 3;
        try {
            store.beat("frozen", new NodeBeat(1, "")); // stood still while it joined, so no node waits for it
            store.lease("founding", "another", Duration.ofHours(1)); // so all look at the same moment
            for (String address : addresses) {
                supervise(address, nodes, log);
                nodes.get(address).tell("wake 0");
            }
            // Pekko logs this after 1.5 s without a cluster.
            await(
                    () -> addresses.stream()
                            .allMatch(address ->
                                    count(log, address + "/system/sharding/room] room: No coordinator found") > 0),
                    log);
            assertEquals(0, count(log, "founds the cluster"));
            store.lease("founding", "another", Duration.ZERO);
            int mayFound = 1;
            for (int round = 0, rounds = Thorough.of(2, 6); round <= rounds; round++) {
                await(
                        () -> {
                            addresses.forEach(address -> supervise(address, nodes, log));
                            return nodes.values().stream().allMatch(node -> node.isUp() && node.isAlive());
                        },
                        log);
                long founded = count(log, "founds the cluster");
                assertTrue(founded <= mayFound, log::toString);
                lost = round == 0 ? 1 : round == 1 ? 3 : 1 + random.nextInt(3);
                mayFound = lost < 3 ? (int) founded : (int) founded + 1;
                Collections.shuffle(addresses, random);
                addresses.subList(0, lost).forEach(address -> nodes.get(address).kill());
            }
        } finally {
            nodes.values().forEach(NodeProcess::kill);
        }
    }

    /** No side has a majority, so the lease of the store decides. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signal freezes a process")
    void ofTwoNodesTheOtherContinuesWhileOneIsFrozen() throws IOException, InterruptedException {
        oneOfTwoContinues(folder.toString());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the tests have no other server")
    void soDoTheNodesOfADatabase() throws IOException, InterruptedException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(4)) // on a busy machine
                .start()) {
            oneOfTwoContinues(server.getJdbcUrl("postgres", "postgres"));
        }
    }

    private static void oneOfTwoContinues(String name) throws IOException, InterruptedException {
        RoomStore store = Stores.open(name);
        Judge judge = new Judge();
        Queue<String> log = new ConcurrentLinkedQueue<>();
        List<NodeProcess> nodes = new ArrayList<>();
        try {
            for (int room = 0; room < 4; room++) {
                RoomNodes.create(store, room);
            }
            for (int i = 0; i < 2; i++) {
                nodes.add(awake(i, name, judge, log));
            }
            await(
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            if (!nodes.get(i).isAlive()) { // such as one that had no processor for seconds
                                nodes.set(i, awake(i, name, judge, log));
                            }
                        }
                        int first = nodes.get(0).number();
                        return nodes.stream().allMatch(NodeProcess::isUp)
                                && judge.running() == 4
                                && IntStream.range(0, 4).anyMatch(room -> judge.node(room) == first);
                    },
                    log);
            // The one with the lower address, which would be the majority.
            NodeProcess frozen = nodes.get(0);
            NodeProcess other = nodes.get(1);
            frozen.freeze(true);
            await(() -> IntStream.range(0, 4).allMatch(room -> judge.node(room) == other.number()), log);
            frozen.freeze(false);
            await(() -> !frozen.isAlive(), log);
            assertTrue(other.isAlive(), log::toString);
        } finally {
            nodes.forEach(NodeProcess::kill);
        }
    }

    /** Starts a node that keeps the rooms awake. */
    private static NodeProcess awake(int number, String store, Judge judge, Queue<String> log) {
        try {
            NodeProcess node = new NodeProcess(Rooms.freeAddress(number), store, judge, log::add);
            for (int room = 0; room < 4; room++) {
                node.tell("wake " + room);
            }
            return node;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNodeThatJoinsGetsRooms() throws IOException, InterruptedException {
        assumeTrue(Thorough.isOn(), "on a busy machine, processes take a minute to start");
        RoomStore store = FileRoomStore.in(folder);
        Judge judge = new Judge();
        Queue<String> log = new ConcurrentLinkedQueue<>();
        List<NodeProcess> nodes = new ArrayList<>();
        try {
            nodes.add(new NodeProcess(Rooms.freeAddress(0), folder.toString(), judge, log::add));
            Await.until(nodes.get(0)::isUp, () -> log);
            for (int room = 0; room < ROOMS; room++) {
                RoomNodes.create(store, room);
                nodes.get(0).tell("wake " + room);
            }
            Await.until(() -> judge.running() == ROOMS, () -> log);
            nodes.add(new NodeProcess(Rooms.freeAddress(1), folder.toString(), judge, log::add));
            int joined = nodes.get(1).number();
            Await.until(
                    () -> IntStream.range(0, ROOMS)
                                    .filter(room -> judge.node(room) == joined)
                                    .count()
                            >= 4,
                    () -> log);
        } finally {
            nodes.forEach(NodeProcess::kill);
        }
    }

    /** Two minutes, because on a busy machine, processes need more than the one that other tests have. */
    private static void await(BooleanSupplier condition, Queue<String> log) {
        try {
            Await.until(condition, () -> log);
        } catch (AssertionError notYet) {
            Await.until(condition, () -> log);
        }
    }

    private static long count(Queue<String> log, String text) {
        return log.stream().filter(line -> line.contains(text)).count();
    }

    private void supervise(String address, Map<String, NodeProcess> nodes, Queue<String> log) {
        NodeProcess node = nodes.get(address);
        if (node == null || !node.isAlive()) {
            try {
                nodes.put(address, new NodeProcess(address, folder.toString(), new Judge(), log::add));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
