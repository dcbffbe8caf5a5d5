package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A receiver shows what it is sent, all bodies or those that are chosen for it, whatever happens to its link, to its
 * reports, to what is chosen, to the bodies and to the time of the server.
 */
class ClientWorldTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 200;
    private static final double ERROR = 0.002;
    private static final int MOST_LEVEL = 3;

    /** Longer than it takes to choose and to send, with losses. */
    private static final int LATE_TICKS = 60;

    /** A second of the fastest time: after a silence, a receiver of all bodies waits for whole blocks. */
    private static final int REPEAT_TICKS = 150;

    /** How late a rare body can be: the gap between its states twice, a lost record, and those of a coarser picture. */
    private static final int RARE_TICKS = 80;

    /** How late others can be: lost states in a row, or those of a coarser picture. */
    private static final int USUAL_TICKS = 25;

    private static final double FASTEST = ScriptedServer.FASTEST * ScriptedServer.TICK_SECONDS;

    private final byte[] chosen = new byte[ScriptedServer.LAYOUT.capacity()];
    private final long[] inSince = new long[chosen.length];
    private final long[] outSince = new long[chosen.length];
    private final long[] levelSince = new long[chosen.length];
    private final long[] evenSince = new long[chosen.length];
    private final long[] restsSince = new long[chosen.length];

    /** Whether bodies are chosen for the receiver. Otherwise it is sent all. */
    private boolean isChoosing;

    private StateLayout layout = ScriptedServer.LAYOUT;
    private SplittableRandom random;
    private FollowerRig rig;
    private double place;
    private double radius = 20;
    private int rareness;

    /** Values before this tick are not compared. */
    private long graceTick;

    private long seenTick;
    private ScriptedServer seenServer;
    private int compared;
    private int absent;
    private int exact;
    private int settled;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(1, 2));
    }

    private void choose(State state, long[] set, byte[] levels) {
        double origin = layout.hasDoublePositions() ? 1e7 : 0;
        Arrays.fill(chosen, (byte) -1);
        Arrays.fill(levels, (byte) MOST_LEVEL);
        for (int slot = 0; slot < state.slots(); slot++) {
            double away = state.isAlive(slot) ? Math.abs(state.x(slot) - origin - place) : Double.MAX_VALUE;
            byte level = (byte) Math.min(MOST_LEVEL, away / 10 + rareness);
            for (int at = slot; away < radius && at != State.NO_PARENT; at = state.parent(at)) {
                set[at / Blocks.SIZE] |= 1L << at;
                levels[at] = (byte) Math.min(levels[at], level);
                chosen[at] = levels[at];
            }
        }
    }

    /** Notes since when each body has been chosen, has moved without a jump, and has rested. */
    private void follow(long tick) {
        if (rig.server != seenServer) {
            seenServer = rig.server;
            seenTick = rig.server.tick();
            graceTick = 0;
            restart(seenTick + LATE_TICKS);
            Arrays.fill(inSince, Long.MAX_VALUE);
            Arrays.fill(outSince, Long.MAX_VALUE);
        }
        for (; seenTick < tick; seenTick++) {
            Snapshot then = rig.server.states.get(seenTick);
            Snapshot next = rig.server.states.get(seenTick + 1);
            for (int slot = 0; slot < chosen.length; slot++) {
                if (!isChoosing) {
                    noteChoice(slot, next != null && next.isAlive(slot), seenTick + 1);
                }
                boolean goesOn = then != null
                        && next != null
                        && next.isAlive(slot) == then.isAlive(slot)
                        && (!next.isAlive(slot) || isEven(then, next, slot));
                if (!goesOn) {
                    evenSince[slot] = seenTick + 1;
                }
                if (!goesOn || next.isAlive(slot) && moved(then, next, slot) > 0) {
                    restsSince[slot] = seenTick + 1;
                }
            }
        }
    }

    private static boolean isEven(Snapshot then, Snapshot next, int slot) {
        return then.epochs[slot] == next.epochs[slot]
                && then.parents[slot] == next.parents[slot]
                && moved(then, next, slot) <= 1.01 * FASTEST;
    }

    private static double moved(Snapshot then, Snapshot next, int slot) {
        return Errors.distance(Errors.pose(then.values, slot), Errors.pose(next.values, slot));
    }

    private void restart(long tick) {
        graceTick = Math.max(graceTick, tick);
        Arrays.fill(evenSince, graceTick);
        Arrays.fill(restsSince, graceTick);
    }

    private void noteChoice(State state) {
        for (int slot = 0; slot < chosen.length; slot++) {
            noteChoice(slot, slot < state.slots() && chosen[slot] >= 0, state.tick());
            levelSince[slot] = chosen[slot] > 0 ? state.tick() : levelSince[slot];
        }
    }

    private void noteChoice(int slot, boolean isIn, long tick) {
        inSince[slot] = isIn ? Math.min(inSince[slot], tick) : Long.MAX_VALUE;
        outSince[slot] = isIn ? Long.MAX_VALUE : Math.min(outSince[slot], tick);
    }

    private void compare(State state) {
        long tick = rig.follower.senderTick(state.tick());
        Snapshot sent = rig.server.states.get(tick);
        if (sent == null) {
            // Of a former run.
            return;
        }
        follow(tick);
        for (int slot = 0; slot < chosen.length && tick > graceTick; slot++) {
            String context = "seed " + rig.seed + ", tick " + tick + ", slot " + slot;
            boolean isThere = slot < state.slots() && state.isAlive(slot);
            if (outSince[slot] < tick - LATE_TICKS && evenSince[slot] < tick - LATE_TICKS) {
                assertTrue(!isThere, context + " was not chosen since " + outSince[slot]);
                absent++;
            } else if (sent.isAlive(slot) && isLongIn(sent, slot)) {
                assertTrue(isThere, context + " was chosen since " + inSince[slot]);
                compare(sent, state, slot, rig.isWhole, context);
            }
        }
    }

    /** Whether a body was chosen for long and had no news, and also those to which it is attached. */
    private boolean isLongIn(Snapshot sent, int slot) {
        boolean result = true;
        for (int at = slot; at != State.NO_PARENT; at = sent.parents[at]) {
            result &= Math.max(inSince[at], evenSince[at]) < sent.tick - LATE_TICKS;
        }
        return result;
    }

    private void compare(Snapshot sent, State state, int slot, boolean isWhole, String context) {
        assertEquals(Epochs.life(sent.epochs[slot]), state.life(slot), context);
        assertEquals(sent.parents[slot], state.parent(slot), context);
        boolean isRare = levelSince[slot] >= sent.tick - RARE_TICKS;
        boolean rests = restsSince[slot] < sent.tick - RARE_TICKS - LATE_TICKS;
        boolean isExact = rests || isWhole && !isRare;
        double most = isExact ? ERROR : FASTEST * (isRare ? RARE_TICKS : USUAL_TICKS);
        double error = sent.distance(state, slot);
        assertTrue(error <= most, context + " is off by " + error + ", level " + chosen[slot]);
        compared++;
        exact += isExact && !rests ? 1 : 0;
    }

    /** After everything has come to rest, exactly what is chosen is shown. */
    private void settle() {
        rig.server.isStill = true;
        double changes = rig.server.changes;
        double attaches = rig.server.attaches;
        rig.server.changes = 0;
        rig.server.attaches = 0;
        rig.run(3 * SECOND);
        if (rig.follower.times.senderTick() >= 0 && rig.reader.size() > 0) {
            assertSettled(rig.reader.state(0));
            settled++;
        }
        rig.server.isStill = false;
        rig.server.changes = changes;
        rig.server.attaches = attaches;
    }

    private void assertSettled(State state) {
        long tick = rig.follower.senderTick(state.tick());
        Snapshot sent = rig.server.states.get(tick);
        for (int slot = 0; slot < chosen.length; slot++) {
            String context = "seed " + rig.seed + ", at rest in tick " + tick + ", slot " + slot;
            boolean isThere = slot < state.slots() && state.isAlive(slot);
            assertEquals(isChoosing ? chosen[slot] >= 0 : sent.isAlive(slot), isThere, context);
            if (isThere) {
                assertEquals(Epochs.life(sent.epochs[slot]), state.life(slot), context);
                assertEquals(sent.parents[slot], state.parent(slot), context);
                assertEquals(0, sent.distance(state, slot), ERROR, context);
                assertEquals(sent.values[8][slot], state.stepped(0)[slot], context);
            }
        }
    }

    private void start(long seed) {
        random = Seeds.splittable(seed);
        rig = new FollowerRig(layout, seed, PoseGrid.STANDARD);
        Arrays.fill(inSince, Long.MAX_VALUE);
        Arrays.fill(outSince, Long.MAX_VALUE);
        if (isChoosing) {
            rig.choose((state, set, levels) -> {
                choose(state, set, levels);
                noteChoice(state);
            });
        }
        serve();
        rig.states = this::compare;
    }

    private void serve() {
        rig.serve(BODIES);
        rig.server.changes = 0.2;
        rig.server.attaches = 0.2;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsShownIsWhatIsChosen(long seed) {
        isChoosing = true;
        whatIsShownIsWhatIsSent(seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsShownIsWhatIsSent(long seed) {
        layout = World.layout(layout, seed);
        followThroughChanges(seed, Thorough.of(5, 12));
    }

    private void followThroughChanges(long seed, int changes) {
        start(seed);
        rig.run(SECOND);
        for (int i = 0; i < changes; i++) {
            for (int most : new int[] {1_500, 500}) {
                change();
                rig.run(random.nextLong(50, most) * MILLI);
                if (rig.server.timeline.anchor().isPaused()) {
                    rig.server.resume(rig.senderNanos());
                }
            }
            settle();
        }
        assertTrue(
                compared > 167 * changes && absent > 167 * changes && settled > changes * 5 / 12,
                () -> compared + ", " + absent + ", " + settled);
    }

    /** In this run, a state comes again with a new anchor, and then the state before it. */
    @Test
    void noStateShowsTheNextOneThatCameTwiceBeforeIt() {
        isChoosing = true;
        followThroughChanges(161_840_832, Thorough.of(4, 12));
    }

    private void change() {
        switch (random.nextInt(9)) {
            case 0 -> {
                rig.link.loss = random.nextInt(3) * 0.05;
                rig.link.duplicates = random.nextInt(2) * 0.1;
                rig.link.jitterNanos = random.nextLong(10, 40) * MILLI;
            }
            case 1 -> {
                rig.uplink.loss = random.nextInt(3) * 0.3;
                rig.uplink.delayNanos = random.nextLong(20, 200) * MILLI;
                rig.uplink.jitterNanos = random.nextLong(rig.uplink.delayNanos);
            }
            case 2 -> {
                place = random.nextDouble(-30, 30);
                radius = random.nextDouble(10, 30);
            }
            case 3 -> rareness = random.nextInt(MOST_LEVEL);
            case 4 -> {
                long now = rig.senderNanos();
                rig.server.pause(now);
                rig.run(random.nextLong(300) * MILLI);
                rig.server.edit(rig.senderNanos());
                restart(rig.server.tick() + LATE_TICKS);
            }
            case 5 -> rig.server.scale(rig.senderNanos(), Ratio.of(random.nextInt(1, 4), 2));
            case 6 -> {
                rig.runStopped(random.nextLong(2_000) * MILLI);
                rig.network.clear();
                restart(rig.server.tick() + REPEAT_TICKS);
            }
            case 7 -> {
                // The client was silent, or has got another address.
                rig.runStopped(random.nextInt(2) * random.nextLong(2_000) * MILLI);
                rig.network.clear();
                if (rig.seed % 2 == 0) {
                    rig.admit();
                } else {
                    // Another receiver has its port, and gets the datagrams of both for a while.
                    rig.server.former = rig.server.client;
                    rig.client++;
                    rig.join();
                }
                restart(rig.server.tick() + REPEAT_TICKS);
            }
            default -> {
                if (random.nextInt(3) == 0) {
                    serve();
                } else {
                    rig.handOver();
                }
                rig.runUntilKnown();
                restart(rig.server.tick() + LATE_TICKS);
            }
        }
    }
}
