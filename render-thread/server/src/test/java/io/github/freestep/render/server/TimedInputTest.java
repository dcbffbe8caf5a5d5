package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** In which tick input takes effect whose numbers say for which tick it was predicted. */
class TimedInputTest {
    private static final long ANN = 11;
    private static final long EVE = 33;
    private static final int NUMBER = TickNumbers.AXIS;
    private static final int WALK = 1;

    /** Notes the input of each tick. */
    private static final class Noting implements Simulation, PlayerHost {
        final Players players = Players.builder(this).seats(2).axes(2).build();
        final List<String> actions = new ArrayList<>();
        final float[] walks = new float[2];
        final float[] numbers = new float[2];
        long tick;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public boolean resting() {
            return true;
        }

        @Override
        public int join(int seat, Bodies bodies) {
            return -1;
        }

        @Override
        public void leave(int seat, int body, Bodies bodies) {}

        @Override
        public void step(Tick now) {
            tick = now.number();
            for (int seat = 0; seat < 2; seat++) {
                PlayerInput input = players.input(now, seat);
                walks[seat] = input.axis(WALK);
                numbers[seat] = input.number();
                for (int i = 0; i < input.actions(); i++) {
                    actions.add(seat + ":" + (int) input.value(i) + "@" + tick + "+" + input.lateTicks(i));
                }
            }
        }

        @Override
        public void write(StateWriter state) {}
    }

    private final Noting world = new Noting();
    private final InlineStepper physics = PhysicsService.builder(world.players.around(world))
            .axes(world.players.axes())
            .inline();
    private final PlayerSink sink = world.players.serve(physics);
    private final int[] last = new int[100];

    TimedInputTest() {
        sink.ready();
        sink.joined(ANN);
        sink.joined(EVE);
        ticks(1);
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            sink.passed();
            physics.advanceTick();
        }
    }

    private void axis(long client, int axis, float value) {
        sink.from(client);
        sink.axis(axis, value, physics.clock().nanoTime());
    }

    private void act(long client, int value) {
        sink.from(client);
        sink.action(1, value, physics.clock().nanoTime());
    }

    /** Sends the number of the inputs before it. */
    private void number(long client, long tick) {
        int number = TickNumbers.after(last[(int) client], tick);
        last[(int) client] = number == 0 ? last[(int) client] : number;
        axis(client, NUMBER, last[(int) client]);
    }

    private String actions() {
        String all = String.join(" ", world.actions);
        world.actions.clear();
        return all;
    }

    @Test
    void anInputWaitsForItsTick() {
        axis(ANN, WALK, 1);
        act(ANN, 7);
        number(ANN, world.tick + 3);
        axis(ANN, WALK, 2);
        number(ANN, world.tick + 4);
        ticks(1);
        assertEquals(last[(int) ANN], world.numbers[0], "it has come");
        ticks(1);
        assertEquals(0, world.walks[0]);
        ticks(1);
        assertEquals(1, world.walks[0]);
        assertEquals("0:7@" + world.tick + "+0", actions());
        ticks(1);
        assertEquals(2, world.walks[0]);
        assertEquals(0, world.players.refused(0, Refused.INPUT_MISTIMED));
    }

    /** While the world rests, no tick comes by itself. Without a sender, no client waits for a message. */
    @Test
    void theWorldDoesNotRestWhileAnInputWaitsOrANameIsNew() {
        Noting alone = new Noting();
        SavableSimulation around = alone.players.around(alone);
        InlineStepper stepper =
                PhysicsService.builder(around).axes(alone.players.axes()).inline();
        stepper.submit(new PlayerPresence(ANN, PlayerPresence.HERE)).join();
        stepper.input().action(Seats.opening(0), Seats.tag(ANN), 0);
        stepper.advanceTick();
        assertTrue(around.resting());
        stepper.input().action(1, 7, 0);
        stepper.input().axis(2, TickNumbers.after(0, 3), 0); // after the axes of the seat
        stepper.advanceTick();
        assertFalse(around.resting());
        stepper.advanceTick();
        assertEquals(List.of("0:7@3+0"), alone.actions);
        assertTrue(around.resting());
        alone.players.take(ANN, PlayerMessages.name(Seats.NONE, ""));
        assertTrue(around.resting(), "or a client could let all others be told a name in each tick");
        alone.players.take(ANN, PlayerMessages.name(Seats.NONE, "Ann"));
        assertFalse(around.resting());
        stepper.advanceTick();
        alone.players.take(ANN, PlayerMessages.name(Seats.NONE, "Eve"));
        assertTrue(around.resting());
        assertEquals("Ann", alone.players.name(0));
    }

    /** Such as by a program without a prediction, in place of one that has crashed. */
    @Test
    void whoComesBackWithoutNumbersNeedNotWait() {
        act(ANN, 7);
        number(ANN, world.tick + 3);
        ticks(5);
        actions();
        sink.left(ANN, false);
        ticks(2);
        sink.joined(ANN);
        ticks(3);
        act(ANN, 8);
        ticks(1);
        assertEquals("0:8@" + world.tick + "+0", actions());
    }

    @Test
    void aLateInputTakesEffectOnceAndSaysSo() {
        ticks(10);
        act(ANN, 7);
        number(ANN, world.tick - 2);
        ticks(5);
        assertEquals("0:7@" + (world.tick - 4) + "+3", actions());
        assertEquals(1, world.players.refused(0, Refused.INPUT_MISTIMED));
    }

    @Test
    void anInputWithoutANumberTakesEffectAtOnceUnlessThePlayerNumbersInput() {
        act(ANN, 1);
        ticks(1);
        assertEquals("0:1@" + world.tick + "+0", actions());
        number(ANN, world.tick);
        act(ANN, 2);
        ticks(2);
        assertEquals("", actions());
        number(ANN, world.tick + 1);
        ticks(1);
        assertEquals("0:2@" + world.tick + "+0", actions());
    }

    /** Such as of a client that no longer predicts. */
    @Test
    void aPlayerWhoHasNumberedInputAndDoesNotAnyMoreWaitsOnce() {
        number(ANN, world.tick);
        ticks(1);
        act(ANN, 1);
        ticks(120);
        act(ANN, 2);
        assertEquals("", actions());
        ticks(1);
        assertEquals("0:1@" + world.tick + "+0 0:2@" + world.tick + "+0", actions());
        act(ANN, 3);
        ticks(1);
        assertEquals("0:3@" + world.tick + "+0", actions());
        act(ANN, 4);
        number(ANN, world.tick + 2);
        ticks(1);
        assertEquals("", actions());
        assertEquals(0, world.players.refused(0, Refused.INPUT_MISTIMED));
    }

    @Test
    void aNumberThatComesLateLetsNothingWaitLonger() {
        number(ANN, world.tick);
        act(ANN, 1);
        ticks(100);
        number(ANN, world.tick + 120);
        ticks(20);
        assertEquals("", actions());
        ticks(1);
        assertEquals("0:1@" + world.tick + "+0", actions());
        assertEquals(1, world.players.refused(0, Refused.INPUT_MISTIMED));
    }

    @Test
    void aPartOfANumberIsNone() {
        axis(EVE, NUMBER, 0.5f);
        sink.left(EVE, false);
        ticks(1);
        sink.joined(EVE);
        ticks(1);
        act(EVE, 1);
        ticks(1);
        assertEquals("1:1@" + world.tick + "+0", actions());
    }

    @Test
    void whatAFullQueueHasRefusedIsSentBeforeItsNumber() {
        for (int i = 0; i < 5_000; i++) {
            physics.input().action(-1_000, 0, 0);
        }
        axis(ANN, WALK, 1);
        number(ANN, world.tick + 2);
        physics.advanceTick();
        ticks(1);
        assertEquals(1, world.walks[0]);
    }

    @Test
    void ticksThatNoPredictionNamesCountAsNow() {
        for (long off : new long[] {121, 1_000, 65_535, -1_000, -65_000}) {
            act(ANN, 3);
            number(ANN, world.tick + 1 + off);
            ticks(1);
            assertEquals("0:3@" + world.tick + "+" + Math.max(0, Math.min(-off, 120)), actions());
        }
        assertEquals(5, world.players.refused(0, Refused.INPUT_MISTIMED));
        act(ANN, 4);
        number(ANN, world.tick + 1 + 120);
        ticks(120);
        assertEquals("", actions());
        ticks(1);
        assertEquals("0:4@" + world.tick + "+0", actions());
    }

    @Test
    void inputsKeepTheirOrder() {
        act(ANN, 1);
        axis(ANN, NUMBER, TickNumbers.after(0, world.tick + 5));
        act(ANN, 2);
        axis(ANN, NUMBER, TickNumbers.after(0, world.tick + 2));
        ticks(4);
        assertEquals("", actions());
        ticks(1);
        assertEquals("0:1@" + world.tick + "+0 0:2@" + world.tick + "+3", actions());
    }

    @Test
    void ofAFloodFewWait() {
        number(ANN, world.tick);
        for (int i = 0; i < 1_000; i++) {
            act(ANN, i);
        }
        ticks(1);
        assertEquals(1_000 - PlayerInput.MOST_WAITING, world.actions.size());
        assertEquals(1_000 - PlayerInput.MOST_WAITING, world.players.refused(0, Refused.INPUT_MISTIMED));
        number(ANN, world.tick + 1);
        ticks(1);
        assertEquals(1_000, world.actions.size());
        assertTrue(world.actions.get(999).startsWith("0:999@"));
    }

    @Test
    void whatWaitsIsNotOfTheNextPlayerOfTheSeat() {
        axis(ANN, WALK, 1);
        act(ANN, 7);
        number(ANN, world.tick + 5);
        ticks(1);
        sink.left(ANN, true);
        sink.joined(22);
        ticks(10);
        assertEquals(22, world.players.number(0));
        assertEquals(0, world.walks[0]);
        assertEquals("", actions());
        assertEquals(0, world.players.refused(0, Refused.INPUT_MISTIMED));
    }

    /** Eve sends anything. */
    @Test
    void aHostileClientChangesNothingForOthers() {
        Random random = Seeds.random(1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            for (int k = random.nextInt(20); k > 0; k--) {
                switch (random.nextInt(4)) {
                    case 0 -> act(EVE, 1);
                    case 1 -> axis(EVE, NUMBER, random.nextInt());
                    case 2 -> axis(EVE, NUMBER, TickNumbers.after(0, world.tick + random.nextInt(400) - 200));
                    default -> axis(EVE, random.nextInt(3) - 1, random.nextFloat());
                }
            }
            act(ANN, i);
            long tick = world.tick + 1 + i % 5 / 4;
            number(ANN, tick);
            expected.add("0:" + i + "@" + tick + "+0");
            ticks(i % 5 == 4 ? 2 : 1);
        }
        world.actions.removeIf(action -> action.startsWith("1"));
        assertEquals(expected, world.actions);
        assertEquals(0, world.players.refused(0, Refused.INPUT_MISTIMED));
        assertTrue(world.players.refused(1, Refused.INPUT_MISTIMED) > 0);
    }
}
