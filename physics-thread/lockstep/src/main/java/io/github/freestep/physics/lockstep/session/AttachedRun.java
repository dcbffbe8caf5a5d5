package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SavedContent;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.state.StateReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The run of the local simulation, as a session sees it. For the session's thread, except {@link #save} and
 * {@link #hashWorld}.
 */
final class AttachedRun implements AutoCloseable {
    private static final int HASHES = 4_096;

    final Physics physics;
    private final EventReader hashes;
    private final @Nullable WorldHashes worldHashes;

    /** A world that the physics thread has saved for a peer that joins. */
    private final AtomicReference<@Nullable WorldParts> saved = new AtomicReference<>();

    /** Null once the first state was published. */
    private @Nullable StateReader first;

    /** Joins a run that has not begun, or a stepper that has not ticked. */
    AttachedRun(Physics physics, MatchRules rules) {
        this.physics = physics;
        hashes = physics.events()
                .with(PhysicsEvent.Kind.HASH)
                .capacity(HASHES)
                .onSlow(SlowConsumerPolicy.drop())
                .open();
        worldHashes = rules.hashesWorld ? new WorldHashes(rules.hashEvery) : null;
        first = physics.states().reader();
    }

    /** Returns whether the world is set up, and time has begun. */
    boolean isSetUp() {
        if (first != null && first.acquire()) {
            first.close();
            first = null;
        }
        return first == null;
    }

    /** Passes on the hashes of new ticks. */
    void poll(WorldHashes.Handler toHashes) {
        if (worldHashes == null) {
            hashes.poll(event -> toHashes.hash(event.tick(), event.hash()));
        } else {
            hashes.poll(event -> worldHashes.state(event.tick(), event.hash()));
            worldHashes.poll(toHashes);
        }
    }

    /** Saves the world, for a peer that joins. For the physics thread, between two ticks. */
    void save(long tick) {
        try {
            SavedContent.Out bytes = new SavedContent.Out();
            Inside.of(physics.events()).save(new DataOutputStream(bytes));
            saved.set(WorldParts.of(tick, bytes.array(), bytes.length()));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // The match continues. The sequencer waits some seconds for this world, and then asks another peer.
            saved.set(null);
        }
    }

    /** Hashes the world, if it is compared. For the physics thread, between two ticks. */
    void hashWorld(long tick) {
        if (worldHashes != null && Inside.of(physics.events()).simulation() instanceof SavableSimulation world) {
            worldHashes.add(tick, world);
        }
    }

    /** Returns the world that was saved since the last call. */
    @Nullable WorldParts takeSaved() {
        return saved.getAndSet(null);
    }

    /** Leaves the run, which continues. */
    @Override
    public void close() {
        hashes.close();
        if (first != null) {
            first.close();
        }
    }
}
