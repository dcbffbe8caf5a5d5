package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.net.RemoteStates.Status;
import org.junit.jupiter.api.Test;

class LinkNewsTest {
    private final LinkNews news = new LinkNews("there:1");

    @Test
    void saysEachChangeOnce() {
        assertNews("waiting for a server at there:1", Status.CONNECTING, false);
        assertNews(null, Status.CONNECTING, false);
        assertNews("connected to there:1", Status.CONNECTED, false);
        assertNews(null, Status.CONNECTED, false);
        assertNews("receiving states from there:1", Status.CONNECTED, true);
        assertNews(null, Status.CONNECTED, true);
        assertNews("the server has been silent for a second; waiting for it", Status.LOST, true);
        assertNews(null, Status.LOST, true);
        assertNews("the server is back", Status.CONNECTED, true);
        assertNews(null, Status.CLOSED, true);
    }

    @Test
    void saysEachFailureOnce() {
        assertEquals("another layout", news.take(Status.FAILED, false, "another layout"));
        assertNull(news.take(Status.FAILED, false, "another layout"));
        assertEquals("a second one", news.take(Status.FAILED, false, "a second one"));
        assertNews("receiving states from there:1", Status.CONNECTED, true);
        assertEquals("another layout", news.take(Status.FAILED, true, "another layout"));
    }

    private void assertNews(String expected, Status status, boolean hasStates) {
        assertEquals(expected, news.take(status, hasStates, null));
    }
}
