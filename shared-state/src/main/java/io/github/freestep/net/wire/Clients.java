package io.github.freestep.net.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The clients of a server, at most {@value #CAPACITY}. For one thread; allocates nothing after its creation. */
final class Clients {
    /** More than the hundred or so receivers that one sender can serve. A place takes about 250 bytes. */
    static final int CAPACITY = 256;

    /** How long a silent client keeps its place. */
    static final long IDLE_NANOS = 10_000_000_000L;

    /**
     * How long a silent client keeps its place before it has answered, so that replayed datagrams do not fill the
     * places.
     */
    static final long UNCONFIRMED_NANOS = 2_000_000_000L;

    /** How long replies repeat the news of a client, in case some are lost. */
    static final long NEWS_NANOS = 1_000_000_000L;

    private final Client[] places = new Client[CAPACITY];
    private int tickets;
    private int size;

    /** All places from here on are free. Loops end here, so that few clients take little time. */
    private int end;

    /** Where the next reply goes on; 0 if a round of replies is at its end. */
    private int nextPlace;

    Clients() {
        for (int i = 0; i < CAPACITY; i++) {
            places[i] = new Client();
        }
    }

    int size() {
        return size;
    }

    @Nullable Client byId(long id) {
        for (int i = 0; i < end; i++) {
            if (places[i].present && places[i].id == id) {
                return places[i];
            }
        }
        return null;
    }

    @Nullable Client bySalt(int salt) {
        for (int i = 0; i < end; i++) {
            if (places[i].present && places[i].salt == salt) {
                return places[i];
            }
        }
        return null;
    }

    /** Returns the new client, or null if all places are taken. */
    @Nullable Client join(long id, int salt, long nowNanos) {
        for (int i = 0; i < CAPACITY; i++) {
            if (!places[i].present) {
                size++;
                end = Math.max(end, i + 1);
                places[i].join(id, salt, ++tickets, nowNanos);
                return places[i];
            }
        }
        return null;
    }

    /** Removes the clients that were silent for too long. */
    void expire(long nowNanos) {
        for (int i = 0; i < end; i++) {
            Client client = places[i];
            long limit = client.confirmed ? IDLE_NANOS : UNCONFIRMED_NANOS;
            if (client.present && nowNanos - client.heardNanos >= limit) {
                client.present = false;
                size--;
            }
        }
        while (end > 0 && !places[end - 1].present) {
            end--;
        }
    }

    /** Whether the next reply is the first of a round. */
    boolean beginsRound() {
        return nextPlace == 0;
    }

    /** Writes an entry for each client that has news, as far as they fit. Returns whether there was one. */
    boolean writeNews(ByteBuffer to, long nowNanos) {
        boolean any = false;
        int place = nextPlace;
        for (; place < end && to.remaining() >= ReplyFormat.ENTRY; place++) {
            Client client = places[place];
            if (client.present && nowNanos - client.newsNanos < NEWS_NANOS) {
                ReplyFormat.entry(to, client.challenge, client.ticket, client.sequence, client.refused);
                any = true;
            }
        }
        nextPlace = place < end ? place : 0;
        return any;
    }
}
