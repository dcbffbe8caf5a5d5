package io.github.freestep.benchmarks.app.view;

import java.io.IOException;

/**
 * Draws on a thread of its own, while the main thread serves the window system. On Windows and macOS, the window system
 * keeps the main thread for as long as the user drags or resizes the window, so a picture that this thread drew would
 * stand still.
 *
 * <p>Rejected: drawing in the callbacks that report a resize. A window that is held without a movement has none, and a
 * dragged one has none for its contents.
 */
final class DrawingThread {
    /** Draws all frames. */
    interface Frames {
        /** Returns a summary for the user. */
        String draw() throws IOException;
    }

    private String summary;
    private Throwable failure;

    private DrawingThread() {}

    /**
     * Draws, and serves events until that has ended.
     *
     * @param serveEvents called repeatedly on the calling thread; may wait for events
     * @param wake called on the drawing thread when it has ended, so that {@code serveEvents} returns
     * @return what {@code frames} returned
     */
    static String run(Frames frames, Runnable serveEvents, Runnable wake) throws IOException {
        DrawingThread drawing = new DrawingThread();
        Thread thread = new Thread(() -> drawing.draw(frames, wake), "freestep-viewer");
        thread.start();
        while (thread.isAlive()) {
            serveEvents.run();
        }
        return drawing.summary();
    }

    private void draw(Frames frames, Runnable wake) {
        try {
            summary = frames.draw();
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            wake.run();
        }
    }

    private String summary() throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return summary;
    }
}
