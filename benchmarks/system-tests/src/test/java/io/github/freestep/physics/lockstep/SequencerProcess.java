package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import java.io.IOException;

/** The sequencer of a match in a process of its own, at a port, until the standard input ends. */
public final class SequencerProcess {
    private SequencerProcess() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        SequencerTransport network = DirectLockstep.at("127.0.0.1").port(port).listen();
        SequencerServer server = SequencerServer.start(MatchPeer.settings(), network);
        System.in.read();
        server.close();
        System.exit(0);
    }
}
