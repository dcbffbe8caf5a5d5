package io.github.freestep.physics.nodes;

import com.typesafe.config.Config;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.event.EventStream;
import org.apache.pekko.remote.PhiAccrualFailureDetector;
import org.jspecify.annotations.Nullable;

/**
 * Notices a dead node by its heartbeats, as Pekko does, or sooner if its process has ended or its beats are missing.
 * Pekko makes one detector for each node that it watches. Safe for use by any number of threads. Nothing blocks.
 */
class NodeFailureDetector extends PhiAccrualFailureDetector {
    /** Of this process, because Pekko passes nothing but its settings. */
    private static volatile @Nullable NodeBeats beats;

    private volatile String node = "";

    /** Called by Pekko. */
    NodeFailureDetector(Config settings, EventStream events) {
        super(settings, events);
    }

    /** Begins to notice what the store shows. */
    static void use(NodeBeats ofThisNode) {
        beats = ofThisNode;
    }

    @Override
    public void setAddress(String address) {
        super.setAddress(address);
        node = Arguments.node(AddressFromURIString.parse(address));
    }

    @Override
    public boolean isAvailable() {
        NodeBeats known = beats;
        return (known == null || !known.isLost(node)) && super.isAvailable();
    }
}
