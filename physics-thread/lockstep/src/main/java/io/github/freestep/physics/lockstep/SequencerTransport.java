package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Inside;
import io.github.freestep.physics.lockstep.link.MatchPort;
import java.util.Objects;

/**
 * The sequencer's side of a network, for one {@link SequencerServer}, which closes it. See the example of {@link
 * io.github.freestep.physics.lockstep.direct.DirectLockstep}.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class SequencerTransport extends HasInside<MatchPort> implements AutoCloseable {
    /**
     * For Freestep's own packages.
     *
     * @param port closed by the server, or by {@link #close}
     */
    public SequencerTransport(MatchPort port) {
        super(Objects.requireNonNull(port, "port must not be null"));
    }

    /** Closes the port, unless it is shared. A second call does nothing. */
    @Override
    public void close() {
        Inside.of(this).close();
    }

    /** Says where the sequencer listens, how many peers there are, and what the newest trouble was. */
    @Override
    public String toString() {
        return Inside.of(this).toString();
    }
}
