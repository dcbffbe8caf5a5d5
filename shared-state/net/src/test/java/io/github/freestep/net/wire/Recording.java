package io.github.freestep.net.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The datagrams of a server on a simulated link, in the order of their arrival, to feed to followers. */
final class Recording {
    record Arrival(ByteBuffer datagram, long nanos) {}

    final List<Arrival> arrivals = new ArrayList<>();

    /** The id of the server's run. */
    long run;

    static Recording of(long seed, PoseGrid precision, int bodies, double changes, double loss, long nanos) {
        return of(ScriptedServer.LAYOUT, seed, precision, bodies, changes, 0, loss, nanos);
    }

    /** @param layout as for {@link FollowerRig} */
    static Recording of(
            StateLayout layout,
            long seed,
            PoseGrid precision,
            int bodies,
            double changes,
            double attaches,
            double loss,
            long nanos) {
        Recording recording = new Recording();
        FollowerRig rig = new FollowerRig(layout, seed, precision);
        rig.link.loss = loss;
        rig.tap = (datagram, arrived) -> recording.arrivals.add(new Arrival(datagram, arrived));
        rig.serve(bodies);
        recording.run = rig.run;
        rig.server.changes = changes;
        rig.server.attaches = attaches;
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
