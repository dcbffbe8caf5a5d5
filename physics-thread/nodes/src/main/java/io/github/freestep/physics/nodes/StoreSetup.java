package io.github.freestep.physics.nodes;

import java.util.Objects;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.setup.Setup;

/** Passes the store to the lease that Pekko makes by itself. */
final class StoreSetup extends Setup {
    private final RoomStore store;

    StoreSetup(RoomStore store) {
        this.store = Objects.requireNonNull(store, "store must not be null");
    }

    /** Returns the store that an actor system was created with. */
    static RoomStore store(ActorSystem system) {
        return system.settings()
                .setup()
                .get(StoreSetup.class)
                .orElseThrow(() -> new IllegalStateException("the actor system " + system.name()
                        + " must be created with the store of its nodes, but has none"))
                .store;
    }
}
