package io.github.freestep.physics.lockstep.cluster;

import io.aeron.archive.client.AeronArchive;

/** Lists the recordings of an archive. */
final class Recordings {
    private Recordings() {}

    /** Takes a recording: its number, the position at which it starts, and the stream that it records. */
    interface Visitor {
        void recording(long id, long start, int stream);
    }

    /** Visits all recordings of the archive, the oldest one first. Blocks until the archive has answered. */
    static void forEach(AeronArchive client, Visitor visitor) {
        client.listRecordings(
                0,
                Integer.MAX_VALUE,
                (control,
                        correlation,
                        id,
                        begun,
                        ended,
                        start,
                        stop,
                        term,
                        segment,
                        page,
                        mtu,
                        session,
                        stream,
                        channel,
                        original,
                        source) -> visitor.recording(id, start, stream));
    }
}
