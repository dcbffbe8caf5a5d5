package io.github.freestep.benchmarks.careless;

import io.github.freestep.net.ChosenBodies;
import io.github.freestep.net.Interest;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.Precision;
import io.github.freestep.net.RemoteEventHandler;
import io.github.freestep.net.RemoteEvents;
import io.github.freestep.net.RemoteInput;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.net.UdpTransport;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Stages for the types that send states to other processes. */
final class WireStages {
    private static final byte[] KEY = new byte[16];
    private static final byte[] TOKEN = PlayerToken.issue(KEY, 1, Duration.ofHours(1));
    private static final StateLayout LAYOUT = Stages.World.LAYOUT;

    private WireStages() {}

    static void addTo(Stages stages) {
        stages.add(RemoteInput.class, use -> {
            try (RemoteStates remote = RemoteStates.builder(LAYOUT).start()) {
                use.on(remote.input());
            }
        });
        stages.add(RemoteEvents.class, use -> {
            try (RemoteStates remote = RemoteStates.builder(LAYOUT).start()) {
                use.on(remote.events(), (RemoteEventHandler) event -> {});
            }
        });
        stages.add(UdpTransport.class, use -> {
            try (UdpTransport transport = UdpTransport.to(InetAddress.getLoopbackAddress())) {
                use.on(transport);
            }
        });
        stages.add(SharedPort.class, use -> {
            try (SharedPort port = SharedPort.listen("127.0.0.1", FreePorts.inARow(1))) {
                use.on(port);
            }
        });
        stages.add(
                StateSender.class,
                use -> Stages.stepped(new Stages.World(), stepper -> {
                    try (StateSender sender = StateSender.builder(stepper.states())
                            .port(FreePorts.inARow(1))
                            .start()) {
                        use.on(sender, stepper.states(), "127.0.0.1");
                    }
                }));
        stages.add(
                ChosenBodies.class,
                use -> Stages.stepped(new Stages.World(), stepper -> {
                    int port = FreePorts.inARow(1);
                    CountDownLatch used = new CountDownLatch(1);
                    Interest interest = (client, state, chosen) -> {
                        if (used.getCount() > 0) {
                            use.on(chosen);
                            used.countDown();
                        }
                    };
                    try (StateSender sender = StateSender.builder(stepper.states())
                                    .port(port)
                                    .interest(interest)
                                    .start();
                            RemoteStates remote = RemoteStates.builder(LAYOUT)
                                    .server("127.0.0.1", port)
                                    .start()) {
                        Await.until(() -> used.getCount() == 0, () -> remote.status() + ", " + sender.failure());
                    }
                }));
        stages.add(RemoteStates.class, use -> {
            try (RemoteStates remote = RemoteStates.builder(LAYOUT).start()) {
                use.on(remote, LAYOUT);
            }
        });
        stages.add(
                StateSender.Builder.class,
                use -> Stages.stepped(new Stages.World(), stepper -> {
                    try (SharedPort port = SharedPort.listen("127.0.0.1", FreePorts.inARow(1))) {
                        use.on(
                                StateSender.builder(stepper.states()),
                                KEY,
                                Precision.exact(),
                                port,
                                stepper.input(),
                                stepper.events().with(PhysicsEvent.Kind.USER).open());
                    }
                }));
        stages.add(DirectLockstep.class, use -> {
            try (SharedPort port = SharedPort.listen("127.0.0.1", FreePorts.inARow(1))) {
                use.on(DirectLockstep.at("127.0.0.1"), KEY, port);
            }
        });
        stages.add(RemoteStates.Builder.class, use -> use.on(RemoteStates.builder(LAYOUT), TOKEN));
        stages.add(PlayerToken.class, use -> use.on(null, KEY, Duration.ofHours(1)));
    }
}
