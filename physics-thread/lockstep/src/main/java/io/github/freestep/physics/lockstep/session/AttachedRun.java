package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.StateReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The run of the local simulation, as a session sees it. For the session's thread.
 */
final class AttachedRun implements AutoCloseable {
    private static final int HASHES = 4_096;

    final Physics physics;
    private final EventReader hashes;

    /** Null once the first state was published. */
    private @Nullable StateReader first;

    /** Joins a run that has not begun, or a stepper that has not ticked. */
    AttachedRun(Physics physics) {
        this.physics = physics;
        hashes = physics.events().with(PhysicsEvent.Kind.HASH).capacity(HASHES).open();
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
    void poll(EventHandler toHashes) {
        hashes.poll(toHashes);
    }

    /**
     * Saves the world after its newest tick for a peer that joins, or only notes its values, which are to be compared.
     * The future has null if that is not possible.
     */
    CompletableFuture<@Nullable WorldParts> save(boolean values) {
        return physics.read(context -> {
            try {
                if (values) {
                    byte[] text = SavedParts.of(
                            context,
                            physics.states(),
                            out -> context.world(SavableSimulation.class).save(out));
                    return WorldParts.of(Messages.VALUES, text, Math.min(text.length, SavedParts.MOST_BYTES));
                }
                SavedContent.Out bytes = new SavedContent.Out();
                Saves.save(context, new DataOutputStream(bytes));
                return WorldParts.of(context.tick(), bytes.array(), bytes.length());
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                // The match continues. The sequencer waits some seconds for this world, and then asks another peer.
                return null;
            }
        });
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
