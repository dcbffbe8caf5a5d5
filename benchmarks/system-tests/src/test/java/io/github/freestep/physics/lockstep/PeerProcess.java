package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One of two peers in separate processes. Its main method runs the second one, linked by standard input and output. */
final class PeerProcess {
    private static final long LOOK_NANOS = 1_000_000;

    /** How far ticks may be ahead of the compared hashes, so that the subscription has room on a busy machine. */
    private static final long LEAD = 256;

    private PeerProcess() {}

    /**
     * The result of this side, the result that the other side sent (null if none), and the comparison in words.
     */
    record Outcome(String found, String heard, String inWords) {}

    /**
     * Runs until both sides have compared {@code ticks} ticks, or have stopped comparing, or
     * {@code millis} have passed.
     */
    static Outcome run(int me, InputStream in, OutputStream out, long ticks, long flawedTick, Ratio scale, long millis)
            throws InterruptedException {
        LockstepWorld world = new LockstepWorld();
        RandomAxes sticks = new RandomAxes(me);
        ProcessLink link = new ProcessLink(flawedTick);
        Players players = new Players(2, me, sticks, link::sendInput);
        HashComparison hashes = new HashComparison(link::sendHash);
        AtomicBoolean over = new AtomicBoolean();
        world.during = tick -> awaitHashes(hashes, tick, () -> over.get() || link.isBroken());
        PhysicsBuilder game = PhysicsService.builder(world.simulation()).overloadPolicy(OverloadPolicy.neverSlip());
        link.open(in, out, players, 1 - me, hashes);
        game.clock(Clocks.patient(() -> 0));
        String found;
        String heard;
        try (PhysicsService physics = players.start(game, hashes)) {
            physics.timeScale(scale);
            long since = System.nanoTime();
            while (hashes.agrees()
                    && hashes.agreedTick() < ticks
                    && !link.isBroken()
                    && System.nanoTime() - since < millis * 1_000_000) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            found = found(hashes, ticks);
            link.sendFound(found);
            // Keeps the service running, because the other side needs its input until then.
            heard = link.awaitFound(millis);
            over.set(true);
        }
        link.close();
        return new Outcome(found, heard, hashes.toString());
    }

    private static void awaitHashes(HashComparison hashes, long tick, BooleanSupplier over) {
        while (hashes.agreedTick() < tick - LEAD
                && hashes.agrees()
                && !over.getAsBoolean()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(20_000);
        }
    }

    /** The result. It does not include how far beyond {@code ticks} this side has come, which depends on timing. */
    private static String found(HashComparison hashes, long ticks) {
        return hashes.agrees() && hashes.agreedTick() >= ticks
                ? "the same for " + ticks + " ticks"
                : "different at tick " + hashes.differentTick();
    }

    public static void main(String[] arguments) throws InterruptedException {
        long ticks = Long.parseLong(arguments[0]);
        long flawedTick = Long.parseLong(arguments[1]);
        run(1, System.in, System.out, ticks, flawedTick, Ratio.of(1, 2), 120_000);
        System.exit(0);
    }
}
