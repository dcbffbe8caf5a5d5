package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.state.StateReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The run of the local simulation, as a session sees it. For the session's thread, except {@link #hashWorld}.
 */
final class AttachedRun implements AutoCloseable {
    private static final int HASHES = 4_096;

    final Physics physics;
    private final EventReader hashes;
    private final @Nullable WorldHashes worldHashes;

    /**
     * Never polled. A save of Jolt has more in it if somebody reads contacts, and the saves of a match must be equal
     * whoever does, so somebody reads them in all worlds. Null if saves are not compared.
     */
    private final @Nullable EventReader contacts;

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
        contacts = worldHashes == null
                ? null
                : physics.events()
                        .with(PhysicsEvent.Kind.CONTACT_BEGIN)
                        .capacity(1)
                        .onSlow(SlowConsumerPolicy.drop())
                        .open();
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

    /** Saves the world after its newest tick, for a peer that joins. The future has null if that is not possible. */
    CompletableFuture<@Nullable WorldParts> save() {
        return physics.read(context -> {
            try {
                SavedContent.Out bytes = new SavedContent.Out();
                Saves.save(context, new DataOutputStream(bytes));
                return WorldParts.of(context.tick(), bytes.array(), bytes.length());
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                // The match continues. The sequencer waits some seconds for this world, and then asks another peer.
                return null;
            }
        });
    }

    /** Hashes the world, if it is compared. For the physics thread, between two ticks. */
    void hashWorld(long tick) {
        if (worldHashes != null
                && Inside.of(physics.events()).context().world(Simulation.class) instanceof SavableSimulation world) {
            worldHashes.add(tick, world);
        }
    }

    /** Leaves the run, which continues. */
    @Override
    public void close() {
        hashes.close();
        if (contacts != null) {
            contacts.close();
        }
        if (first != null) {
            first.close();
        }
    }
}
