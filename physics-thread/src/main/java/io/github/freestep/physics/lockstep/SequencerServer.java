package io.github.freestep.physics.lockstep;

/**
 * Runs the sequencer of one match on a daemon thread of its own, "freestep-sequencer". Safe for use by any number of
 * threads.
 */
public final class SequencerServer implements AutoCloseable {
    private SequencerServer() {}

    /**
     * Starts a sequencer.
     *
     * @param settings the settings of the match
     * @param transport carries the packets; the server closes it
     * @return the running server
     */
    public static SequencerServer start(MatchSettings settings, SequencerTransport transport) {
        throw new UnsupportedOperationException();
    }

    /**
     * Connects a player in this process.
     *
     * @return a new connection, for one session
     */
    public LockstepTransport local() {
        throw new UnsupportedOperationException();
    }

    /** Ends the match for all players, and the thread. */
    @Override
    public void close() {}
}
