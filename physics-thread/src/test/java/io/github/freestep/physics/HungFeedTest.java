package io.github.freestep.physics;

import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call of a feed that hangs is reported, because the physics thread would otherwise stand still unnoticed. */
@Timeout(240)
class HungFeedTest extends ServiceUnderTest {
    private final CountDownLatch returns = new CountDownLatch(1);

    @ParameterizedTest
    @ValueSource(strings = {"ready", "awaitedPlayer", "feed"})
    void aCallThatHangsIsReported(String hanging) {
        Feeds.feed(builder.watchdog(Duration.ofMillis(20)), new InputFeed() {
            @Override
            public boolean ready(long tick) {
                in("ready", tick);
                return tick != 3 || returns.getCount() == 0 || !hanging.equals("awaitedPlayer");
            }

            @Override
            public int awaitedPlayer(long tick) {
                in("awaitedPlayer", tick);
                return 0;
            }

            @Override
            public void feed(long tick, FedInput into) {
                in("feed", tick);
            }

            private void in(String call, long tick) {
                if (tick == 3 && call.equals(hanging)) {
                    await(() -> returns.getCount() == 0);
                }
            }
        });
        start(Host.SERVICE);
        await(() -> problems.stream()
                .anyMatch(each -> each.kind() == Problem.Kind.HUNG_STEP
                        && each.cause().getMessage().startsWith("the input feed at tick 3 has not returned")));
        returns.countDown();
        awaitTick(4);
        physics.close();
    }
}
