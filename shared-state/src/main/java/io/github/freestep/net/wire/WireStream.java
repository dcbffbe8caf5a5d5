package io.github.freestep.net.wire;

/** The streams of sealed datagrams, each of which has a key of its own. */
final class WireStream {
    /** From the server: pieces of states, and replies to clients. */
    static final String STATES = "states";

    /** From the server: baselines. */
    static final String BASELINES = "baselines";

    /** From a client: challenges and input. */
    static final String INPUT = "input";

    private WireStream() {}
}
