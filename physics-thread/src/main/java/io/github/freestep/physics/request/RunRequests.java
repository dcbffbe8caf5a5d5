package io.github.freestep.physics.request;

import io.github.freestep.physics.request.Lanes.Request;
import io.github.freestep.physics.request.Lanes.Work;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the requests of a run. Any thread may make requests, and a request never blocks, except that the first one of a
 * service starts a thread.
 *
 * <p>The future of a change completes once the change applies. That of steps completes once the last of them is taken
 * and its state is published, and fails once one of them is discarded by a later pause or resume. The alternative, to
 * take the steps before a resume applies, would let a long sequence of steps hold up a resume.
 */
public final class RunRequests {
    private final Lanes lanes;
    private final Taker taker;

    /** Takes new requests. */
    public interface Taker {
        /** Carries a request out at once, if the calling thread may do so; otherwise adds it to its lane. */
        void take(Request<?> request);
    }

    public RunRequests(Lanes lanes, Taker taker) {
        this.lanes = lanes;
        this.taker = taker;
    }

    public CompletableFuture<Void> pause() {
        return take(lanes.change(0, lanes.schedule()::pause));
    }

    public CompletableFuture<Void> resume() {
        return take(lanes.change(0, lanes.schedule()::resume));
    }

    public CompletableFuture<Void> step(int ticks) {
        Schedule.checkSteps(ticks);
        return take(lanes.change(ticks, now -> lanes.schedule().step(now, ticks)));
    }

    public CompletableFuture<Void> timeScale(Ratio scale) {
        Schedule.checkScale(scale);
        return take(lanes.change(0, now -> lanes.schedule().scale(now, scale)));
    }

    public <T> CompletableFuture<T> submit(Work<T> command) {
        return take(lanes.request(command));
    }

    /**
     * Submits the request that ends the run, unless it throws. Its value goes to the future after the end. The commands
     * submitted before it have run by then, and those after it fail.
     *
     * @param end ends the run on the physics thread; no journal records it
     */
    public <T> CompletableFuture<T> last(Work<T> end) {
        return take(lanes.request(request -> {
            end.run(request);
            Lanes.endsRun(request);
        }));
    }

    private <T> Request<T> take(Request<T> request) {
        taker.take(request);
        return request;
    }
}
