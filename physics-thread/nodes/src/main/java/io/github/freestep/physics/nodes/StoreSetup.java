package io.github.freestep.physics.nodes;

import java.util.Objects;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.setup.Setup;

/**
 * Passes a store to the lease that Pekko makes by itself, for servers that use Pekko Cluster.
 *
 * <pre>{@code
 * ActorSystem.create("rooms", ActorSystemSetup.create(BootstrapSetup.create(config), new StoreSetup(store)));
 * }</pre>
 *
 * <p>In the settings of the lease that the split-brain resolver names, {@code lease-class} is {@code
 * io.github.freestep.physics.nodes.StoreLease}.
 */
public final class StoreSetup extends Setup {
    private final RoomStore store;

    /**
     * Passes a store.
     *
     * @param store never closed
     */
    public StoreSetup(RoomStore store) {
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
