package io.github.freestep.net.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The datagrams of a server on a simulated link, in the order of their arrival, to feed to followers. */
final class Recording {
    record Arrival(ByteBuffer datagram, long nanos) {}

    final List<Arrival> arrivals = new ArrayList<>();

    static Recording of(long seed, PoseGrid precision, int bodies, double changes, double loss, long nanos) {
        Recording recording = new Recording();
        FollowerRig rig = new FollowerRig(seed, precision);
        rig.link.loss = loss;
        rig.tap = (datagram, arrived) -> recording.arrivals.add(new Arrival(datagram, arrived));
        rig.serve(bodies);
        rig.server.changes = changes;
        rig.run(nanos);
        return recording;
    }

    byte[] bytes(int index) {
        return arrivals.get(index).datagram.array();
    }

    int size() {
        return arrivals.size();
    }

    /** Feeds a part of the datagrams. */
    void feed(StateFollower follower, int from, int to) {
        for (int i = from; i < to; i++) {
            Arrival arrival = arrivals.get(i);
            follower.receive(arrival.datagram, arrival.nanos);
            follower.poll(arrival.nanos);
        }
    }
}
