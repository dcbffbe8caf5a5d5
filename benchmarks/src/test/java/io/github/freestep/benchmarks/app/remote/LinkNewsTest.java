package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.net.RemoteStates.Status;
import org.junit.jupiter.api.Test;

class LinkNewsTest {
    private static final long SECOND = 1_000_000_000;

    private final LinkNews news = new LinkNews("there:1", true);

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
        assertEquals("another layout", news.take(0, Status.FAILED, false, "another layout", 5));
        assertNull(news.take(0, Status.FAILED, false, "another layout", 5));
        assertEquals("a second one", news.take(0, Status.FAILED, false, "a second one", 5));
        assertNews("receiving states from there:1", Status.CONNECTED, true);
        assertEquals("another layout", news.take(0, Status.FAILED, true, "another layout", 5));
    }

    @Test
    void namesTheKeyIfNothingCanBeRead() {
        assertNews("waiting for a server at there:1", Status.CONNECTING, false);
        assertNull(news.take(5 * SECOND, Status.CONNECTING, false, null, 0));
        assertNull(news.take(6 * SECOND, Status.CONNECTING, false, null, 1), "the first ones before it is joined");
        assertNull(news.take(8 * SECOND - 1, Status.CONNECTING, false, null, 9));
        assertEquals(
                "datagrams arrive from there:1, but none has been sealed with this key; use the --key-file of the server",
                news.take(8 * SECOND, Status.CONNECTING, false, null, 9));
        assertNull(news.take(20 * SECOND, Status.CONNECTING, false, null, 99));
        assertNews("connected to there:1", Status.CONNECTED, false);

        LinkNews open = new LinkNews("there:1", false);
        open.take(0, Status.CONNECTING, false, null, 1);
        assertEquals(
                "datagrams arrive from there:1, but none can be read; use --key-file if the server does",
                open.take(2 * SECOND, Status.CONNECTING, false, null, 1));
    }

    private void assertNews(String expected, Status status, boolean hasStates) {
        assertEquals(expected, news.take(0, status, hasStates, null, 0));
    }
}
