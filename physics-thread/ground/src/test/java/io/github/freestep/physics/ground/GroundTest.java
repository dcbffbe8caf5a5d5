package io.github.freestep.physics.ground;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.ground.readme.BlockGame;
import io.github.freestep.physics.ground.readme.Crates;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ground under crates, in a stepper. */
class GroundTest {
    private static final int AIR = Crates.AIR;
    private static final int STONE = 1;
    private static final GroundSection FLOOR = GroundSection.of((x, y, z) -> y == 0 ? STONE : AIR);
    private static final GroundSection AIR_ONLY = GroundSection.of((x, y, z) -> AIR);

    /** Takes as many bytes as a section can. */
    private static final GroundSection FULL = GroundSection.of((x, y, z) -> x ^ y);

    private final GroundWriter writer = new GroundWriter();
    private Ground ground = new Ground();
    private Crates crates = new Crates(ground, 2);
    private SavableSimulation world = ground.around(crates);
    private InlineStepper physics = builder().inline();
    private final List<String> changes = new ArrayList<>();

    private PhysicsBuilder builder() {
        return PhysicsService.builder(world).rate(50);
    }

    @AfterEach
    void close() {
        physics.close();
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            physics.advanceTick();
        }
    }

    private void publishFloor() {
        writer.load(0, 0, 0, FLOOR);
        writer.load(0, 1, 0, AIR_ONLY);
        assertTrue(writer.publish(physics));
    }

    private String changes() {
        changes.clear();
        ground.changes((a, b, c, d, e, f) -> changes.add("%d %d %d to %d %d %d".formatted(a, b, c, d, e, f)));
        return String.join(", ", changes);
    }

    private byte[] save() {
        return physics.read(c -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    Saves.save(c, new DataOutputStream(bytes));
                    return bytes.toByteArray();
                })
                .join();
    }

    private void restore(byte[] saved) throws Throwable {
        try {
            physics.submit(c -> Saves.restore(c, new DataInputStream(new ByteArrayInputStream(saved))))
                    .join();
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }

    /** Continues in another world. */
    private void restart(byte[] saved) throws Throwable {
        physics.close();
        continueFrom(saved);
    }

    private void continueFrom(byte[] saved) throws Throwable {
        ground = new Ground();
        crates = new Crates(ground, 2);
        world = ground.around(crates);
        physics = builder().inline();
        restore(saved);
    }

    @Test
    void aCrateFallsThroughAirStandsOnBlocksAndFallsOnceTheyAreGone() {
        ticks(1);
        assertEquals(20, crates.y(0), "on what is not loaded");
        publishFloor();
        ticks(100);
        assertEquals(1, crates.y(0));
        assertTrue(world.resting());
        writer.load(0, -1, 0, FLOOR);
        writer.set(0, 0, 0, AIR);
        assertTrue(writer.publish(physics));
        assertFalse(world.resting(), "a step must wake the crate");
        ticks(100);
        assertEquals(-15, crates.y(0));
        assertEquals(1, crates.y(1), "its block is still there");
    }

    /** From now on, commands of other threads wait for a tick, at most as many as are named. */
    private void queueCommands(int capacity) {
        physics.close();
        ground = new Ground();
        world = ground.around(new Crates(ground, 2));
        physics = builder().commandCapacity(capacity).inline();
        ticks(1);
    }

    private boolean publishElsewhere() {
        boolean[] areAllSent = new boolean[1];
        assertNull(failureElsewhere(() -> areAllSent[0] = writer.publish(physics)));
        return areAllSent[0];
    }

    /** Writes a version of five commands, of which the queue has two, and runs these. */
    private void publishHalf(int cell) {
        for (int i = 0; i < 2 * 3_000; i++) {
            writer.set(i & 15, i >> 4 & 15, i >> 8 & 15, cell);
            writer.set(i & 15, 16 + (i >> 4 & 15), i >> 8 & 15, cell);
        }
        assertFalse(publishElsewhere());
        ticks(1);
    }

    private void publishRest() {
        while (!writer.publish(physics)) {
            ticks(1);
        }
    }

    @Test
    void aRestoreInTheMiddleOfAVersionShowsNothingOfIt() throws Throwable {
        queueCommands(2);
        publishFloor();
        byte[] before = save();
        publishHalf(2);
        byte[] middle = save();
        restore(before);
        publishRest();
        assertEquals(STONE, ground.version().cell(0, 0, 0));
        assertEquals(AIR, ground.version().cell(15, 31, 15));
        restore(middle);
        writer.set(1, 0, 0, 9);
        publishRest();
        assertEquals(9, ground.version().cell(1, 0, 0));
        assertEquals(STONE, ground.version().cell(0, 0, 0), "of a version whose end never came");
        publishHalf(3);
        restore(middle);
        publishRest();
        assertEquals(STONE, ground.version().cell(0, 0, 0), "of the halves of two versions");
        publishHalf(4);
        restore(save());
        publishRest();
        assertEquals(4, ground.version().cell(0, 0, 0), "of a save in the middle of the same version");
        assertEquals(4, ground.version().cell(15, 31, 15));
    }

    @Test
    void versionsShareWhatDoesNotChange() {
        publishFloor();
        GroundVersion before = ground.version();
        writer.set(3, 0, 4, 9);
        writer.set(3, 1, 4, 9);
        writer.set(3, 1, 5, 8);
        writer.publish(physics);
        GroundVersion after = ground.version();
        assertEquals(STONE, before.cell(3, 0, 4));
        assertEquals(AIR, before.cell(3, 1, 4));
        assertEquals(STONE, FLOOR.cell(3, 0, 4));
        assertEquals(9, after.cell(3, 0, 4));
        assertEquals(9, after.cell(3, 1, 4));
        assertEquals(8, after.cell(3, 1, 5));
        assertEquals(AIR, after.cell(3, 2, 4), "of a layer that was the same array");
        assertNotSame(before.section(0, 0, 0), after.section(0, 0, 0));
        assertSame(before.section(0, 1, 0), after.section(0, 1, 0));
        writer.set(3, 1, 4, 10);
        writer.publish(physics);
        assertEquals(9, after.cell(3, 1, 4));
    }

    @Test
    void changesAreBoxesOfCellsUntilAStepHasSeenThem() {
        assertEquals("", changes());
        publishFloor();
        writer.unload(0, 5, 0);
        writer.publish(physics);
        assertEquals("0 0 0 to 15 15 15, 0 16 0 to 15 31 15", changes());
        ticks(1);
        writer.set(2, 20, 9, 5);
        writer.set(3, 0, 3, STONE);
        writer.set(7, 18, 4, 5);
        writer.set(0, 99, 0, 5);
        writer.publish(physics);
        assertEquals("2 18 4 to 7 20 9", changes(), "neither of a cell that is the same, nor of one not loaded");
        writer.unload(0, 1, 0);
        writer.publish(physics);
        assertEquals("0 16 0 to 15 31 15", changes());
        ticks(1);
        assertEquals("", changes());
        writer.load(-1, -2, -3, FLOOR);
        writer.publish(physics);
        assertEquals("-16 -32 -48 to -1 -17 -33", changes());
    }

    @Test
    void changesOfAStepThatFailsAreForTheNextOne() {
        physics.close();
        ground = new Ground();
        boolean[] fails = {true};
        world = ground.around(new Crates(ground, 2) {
            @Override
            public void step(Tick tick) {
                if (fails[0]) {
                    throw new IllegalStateException("planted");
                }
            }
        });
        physics = builder().faultPolicy(FaultPolicy.skip()).onProblem(p -> {}).inline();
        publishFloor();
        ticks(1);
        assertFalse(changes().isEmpty());
        fails[0] = false;
        ticks(1);
        assertTrue(changes().isEmpty());
    }

    /** Random changes, compared with a map of arrays. */
    @Test
    void aGroundHasWhatWasWritten() {
        Seeds.first(10).forEach(seed -> {
            Random random = Seeds.random(seed);
            Map<List<Integer>, int[]> expected = new HashMap<>();
            int span = 1 + random.nextInt(8);
            for (int i = 0; i < 400; i++) {
                List<Integer> at = List.of(
                        random.nextInt(span) - span / 2,
                        random.nextInt(span) - span / 2,
                        random.nextInt(span) - span / 2);
                int cell = random.nextInt(GroundSection.MOST_CELL + 1);
                int kind = random.nextInt(10);
                int index = random.nextInt(4_096);
                if (kind == 0) {
                    writer.unload(at.get(0), at.get(1), at.get(2));
                    expected.remove(at);
                } else if (kind < 5) {
                    int[] cells = new int[4_096];
                    Arrays.setAll(cells, each -> (each & 15) == 0 ? AIR : cell);
                    writer.load(
                            at.get(0), at.get(1), at.get(2), GroundSection.of((x, y, z) -> cells[y << 8 | z << 4 | x]));
                    expected.put(at, cells);
                } else {
                    writer.set(
                            16 * at.get(0) + (index & 15),
                            16 * at.get(1) + (index >> 8),
                            16 * at.get(2) + (index >> 4 & 15),
                            cell);
                    expected.computeIfPresent(at, (where, cells) -> {
                        cells[index] = cell;
                        return cells;
                    });
                }
                if (random.nextInt(4) == 0) {
                    writer.publish(physics);
                }
            }
            writer.publish(physics);
            GroundVersion now = ground.version();
            assertEquals(expected.size(), now.sections());
            expected.forEach((at, cells) -> {
                int[] found = new int[4_096];
                Arrays.setAll(
                        found,
                        i -> now.cell(
                                16 * at.get(0) + (i & 15), 16 * at.get(1) + (i >> 8), 16 * at.get(2) + (i >> 4 & 15)));
                assertArrayEquals(cells, found, () -> "seed " + seed + ", section " + at);
                writer.unload(at.get(0), at.get(1), at.get(2));
            });
            writer.publish(physics);
            assertEquals(0, ground.version().sections());
        });
    }

    @Test
    void sectionsAtTheLimitsAreDistinguished() {
        int end = 1 << 20;
        for (int[] at : new int[][] {{-end, -end, -end}, {end - 1, end - 1, end - 1}, {-1, 0, 0}}) {
            writer.load(at[0], at[1], at[2], FLOOR);
            writer.publish(physics);
            assertEquals(STONE, ground.version().cell(16 * at[0], 16 * at[1], 16 * at[2]));
            assertEquals(
                    "%d %d %d to %d %d %d"
                            .formatted(
                                    16 * at[0],
                                    16 * at[1],
                                    16 * at[2],
                                    16 * at[0] + 15,
                                    16 * at[1] + 15,
                                    16 * at[2] + 15),
                    changes());
            ticks(1);
        }
        assertEquals(3, ground.version().sections());
        assertEquals(GroundVersion.NOT_LOADED, ground.version().cell(Integer.MAX_VALUE, 0, Integer.MIN_VALUE));
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        refused("cell must be between 0 and 65535, was 65536; number", () -> writer.set(0, 0, 0, 65_536));
        refused("cell must be between 0 and 65535, was -1; number", () -> GroundSection.of((x, y, z) -> -1));
        refused(
                "a section must be between -1048576 and 1048575 on each axis, was at 1048576, 0, 0; divide",
                () -> writer.load(1_048_576, 0, 0, FLOOR));
        refused("was at 0, -1048577, 0; divide", () -> writer.set(0, -16_777_217, 0, 1));
        refused("was at 0, 0, -1048577; divide", () -> writer.unload(0, 0, -1_048_577));
        refused("a ground must have one world; make another for another world", () -> ground.around(crates));
    }

    @Test
    void listsAreShortAlongEachAxis() {
        for (int[] size : new int[][] {{32, 1, 32}, {1, 1, 2_048}, {1, 2_048, 1}, {2_048, 1, 1}, {12, 12, 12}}) {
            GroundVersion.Edit edit = new GroundVersion.Edit(GroundVersion.EMPTY);
            for (int i = 0; i < size[0] * size[1] * size[2]; i++) {
                int y = i / size[0] % size[1];
                int z = i / size[0] / size[1];
                edit.put(GroundVersion.key(i % size[0] - size[0] / 2, y - size[1] / 2, z - size[2] / 2), FLOOR);
            }
            int longest = 0;
            for (GroundVersion.Entry list : edit.version().lists) {
                int length = 0;
                for (GroundVersion.Entry entry = list; entry != null; entry = entry.next()) {
                    length++;
                }
                longest = Math.max(longest, length);
            }
            assertTrue(longest <= 8, longest + " in a list for " + Arrays.toString(size));
        }
    }

    @Test
    void sectionsOfEqualLayersShareACommand() {
        queueCommands(2);
        for (int i = 0; i < 1_300; i++) {
            writer.load(i, 0, 0, AIR_ONLY);
        }
        assertTrue(publishElsewhere());
        ticks(1);
        assertEquals(1_300, ground.version().sections());
    }

    @Test
    void changesThatWaitForTheQueueAreLimited() {
        refused(
                "fewer than 4096 commands of 32 kB with changes may wait, were 4096; publish in each tick of the game,",
                () -> {
                    while (true) {
                        writer.load(0, 0, 0, FULL);
                    }
                });
        assertTrue(writer.publish(physics));
        assertEquals(1, ground.version().sections());
        publishFloor();
    }

    @Test
    void aWriterForAWorldWithoutAGroundSaysSo() {
        try (InlineStepper other =
                PhysicsService.builder(new Crates(ground, 1)).onProblem(p -> {}).inline()) {
            writer.set(0, 0, 0, 1);
            refused("type must be a type of the running simulation", () -> writer.publish(other));
        }
    }

    /** Also what waited in its queue, which nobody runs then. */
    @Test
    void whatAnEndedServiceHasNotRunFollowsToTheNext() throws Throwable {
        queueCommands(4);
        publishFloor();
        byte[] saved = save();
        for (int cell = 5; cell < 8; cell++) {
            writer.set(1, 0, 0, cell);
            writer.set(cell, 0, 1, cell);
            assertTrue(publishElsewhere());
        }
        InlineStepper ended = physics;
        continueFrom(saved);
        writer.set(3, 0, 0, 9);
        assertFalse(writer.publish(physics), "nothing may overtake what the other one may still run");
        assertEquals(STONE, ground.version().cell(3, 0, 0));
        ended.close();
        assertTrue(writer.publish(physics));
        for (int cell = 5; cell < 8; cell++) {
            assertEquals(cell, ground.version().cell(cell, 0, 1));
        }
        assertEquals(7, ground.version().cell(1, 0, 0));
        assertEquals(9, ground.version().cell(3, 0, 0));
        restore(saved);
        assertTrue(writer.publish(physics));
        assertEquals(STONE, ground.version().cell(1, 0, 0), "what has run is not sent again");
    }

    @Test
    void worldsThatContinueAlikeSaveTheSameBytes() throws Throwable {
        for (int i = 0; i < 40; i++) {
            writer.load(i * i % 37, i % 7, -i, i % 2 == 0 ? FLOOR : AIR_ONLY);
        }
        writer.publish(physics);
        byte[] saved = save();
        byte[] expected = saveAfterChanges();
        restart(saved);
        assertArrayEquals(saved, save());
        assertArrayEquals(expected, saveAfterChanges());
    }

    private byte[] saveAfterChanges() {
        for (int i = 0; i < 20; i++) {
            writer.set(16 * (i * i % 37), 16 * (i % 7), -16 * i, 5);
            writer.unload(i * i % 37, (i + 20) % 7, -i - 20);
        }
        writer.publish(physics);
        return save();
    }

    @Test
    void aDamagedSaveIsRefusedAndChangesNothing() throws Throwable {
        writer.load(0, 0, 0, GroundSection.of((x, y, z) -> y == 7 ? x : y));
        writer.publish(physics);
        GroundPart.Change section = new GroundPart.Change(0, GroundPart.LOADED, AIR_ONLY);
        ground.take(new GroundPart(1, true, List.of(section), false));
        byte[] saved = save();
        GroundVersion before = ground.version();
        Random random = Seeds.random(1);
        for (int i = 0; i < 300; i++) {
            int length = random.nextInt(saved.length);
            refused("damaged", IOException.class, () -> restore(Arrays.copyOf(saved, length)));
            assertSame(before, ground.version());
        }
        for (int i = 0; i < 3_000; i++) {
            byte[] damaged = saved.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            try {
                restore(damaged);
            } catch (IOException | RuntimeException e) {
                assertFalse(e instanceof IndexOutOfBoundsException || e instanceof NullPointerException, e::toString);
            }
            ticks(1);
        }
        restore(saved);
        assertEquals(3, ground.version().cell(3, 7, 0));
    }

    @Test
    void readingAllocatesNothing() {
        publishFloor();
        ticks(100);
        long[] sum = new long[1];
        Ground.ChangeHandler none = (a, b, c, d, e, f) -> sum[0]++;
        long bytes = Allocations.of(() -> {
            ground.changes(none);
            for (int i = 0; i < 64; i++) {
                sum[0] += ground.version().cell(i & 31, i, i);
            }
        });
        assertEquals(0, bytes);
        assertEquals(0, Allocations.of(() -> physics.advanceTick()), "a tick without changes");
    }

    @Test
    void othersCommandsAreReadByTheGame() throws IOException {
        CommandReader reader = Ground.commands((type, in) -> c -> {
            throw new IllegalStateException("of type " + type);
        });
        refused("of type 3", () -> reader.read(3, null).run(null));
    }

    @Test
    void theClassOfThePageWorks() {
        BlockGame game = new BlockGame();
        game.chunkLoaded(0, 0, 0, (x, y, z) -> STONE);
        game.blockChanged(1, 2, 3, AIR);
        game.endTick(physics);
        assertEquals(AIR, ground.version().cell(1, 2, 3));
        game.chunkUnloaded(0, 0, 0);
        game.endTick(physics);
        assertEquals(GroundVersion.NOT_LOADED, ground.version().cell(1, 2, 3));
    }
}
