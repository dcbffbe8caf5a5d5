package io.github.freestep.physics;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Refuses the requests that would change the world or the time of one player of a lockstep match alone: a command would
 * make this player's states differ, and a pause would stall all others. Safe for use by any number of threads.
 */
enum PeerRequests {
    SUBMIT("submit(command)", "LockstepSession.submit(PortableCommand)"),
    PAUSE("pause()", "LockstepSession.pause()"),
    RESUME("resume()", "LockstepSession.resume()"),
    STEP("step(ticks)", "LockstepSession.pause() and resume()"),
    TIME_SCALE("timeScale(scale)", "LockstepSession.timeScale(scale)"),
    HAND_OVER("handOver()", "LockstepSession.close() and join again elsewhere");

    private final String call;
    private final String instead;

    PeerRequests(String call, String instead) {
        this.call = call;
        this.instead = instead;
    }

    /**
     * Makes a request, or refuses it.
     *
     * @param isPeer whether the run is that of a match
     * @return the future of the request; one that has failed if it is refused
     */
    <T> CompletableFuture<T> unless(boolean isPeer, Supplier<CompletableFuture<T>> request) {
        return isPeer
                ? CompletableFuture.failedFuture(new IllegalStateException(call + " must not be called in a lockstep"
                        + " match, because it would change this player's run alone; call " + instead
                        + ", which changes the runs of all players"))
                : request.get();
    }
}
