package io.github.freestep.state;

/**
 * What the collector does to subscribers that nothing can reach: for stress tests, which can't wait for it. Stateless.
 */
public final class DroppedReaders {
    private DroppedReaders() {}

    public static void drop(StateReader subscriber) {
        subscriber.reader().drop();
    }
}
