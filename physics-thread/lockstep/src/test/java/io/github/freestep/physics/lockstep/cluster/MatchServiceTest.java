package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.cluster.service.Cluster;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.StateLayout;
import java.lang.reflect.Proxy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.junit.jupiter.api.Test;

class MatchServiceTest {
    private final MatchService service = new MatchService(MatchSettings.of("test", StateLayout.of(1), 2), 100);
    private long position;
    private int requests;

    /** Aeron's side of a service whose log has reached {@link #position}. */
    private Cluster cluster() {
        return (Cluster) Proxy.newProxyInstance(
                Cluster.class.getClassLoader(),
                new Class<?>[] {Cluster.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "logPosition" -> position;
                    case "scheduleTimer" -> true;
                    case "idleStrategy" -> BusySpinIdleStrategy.INSTANCE;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private void assertRequests(int expected, long at) {
        position = at;
        service.onTimerEvent(1, at);
        assertEquals(expected, requests);
    }

    @Test
    void aFailedSnapshotIsNotTheLast() {
        service.onSnapshotDue(() -> ++requests != 2);
        service.onStart(cluster(), null);
        service.onRoleChange(Cluster.Role.LEADER);
        assertRequests(0, 99);
        service.onRoleChange(Cluster.Role.FOLLOWER);
        assertRequests(0, 100);
        service.onRoleChange(Cluster.Role.LEADER);
        assertRequests(1, 100);
        assertRequests(1, 199);
        // No snapshot was taken. The second request is refused, so it is repeated.
        assertRequests(2, 200);
        assertRequests(3, 201);
        assertRequests(3, 300);
        service.onRoleChange(Cluster.Role.LEADER);
        assertRequests(4, 300);
    }
}
