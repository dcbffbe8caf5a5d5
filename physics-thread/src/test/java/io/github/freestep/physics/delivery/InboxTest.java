package io.github.freestep.physics.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Adds and takes on one thread. {@link DeliveryThreadTest} adds from several. */
class InboxTest {
    private static final class Letter implements Inbox.Node<Letter> {
        private final String text;
        private Letter next;

        Letter(String text) {
            this.text = text;
        }

        @Override
        public Letter next() {
            return next;
        }

        @Override
        public void setNext(Letter letter) {
            next = letter;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Inbox<Letter> inbox = new Inbox<>();

    private String takeAll() {
        StringBuilder taken = new StringBuilder();
        for (Letter letter = inbox.take(); letter != null; letter = inbox.take()) {
            assertNull(letter.next, "a taken element keeps no other in memory");
            taken.append(letter);
        }
        return taken.toString();
    }

    @Test
    void elementsAreTakenInTheOrderOfTheirAdditions() {
        for (String text : "abc".split("")) {
            inbox.add(new Letter(text));
        }
        assertEquals("a", inbox.take().toString());
        inbox.add(new Letter("d"));
        assertEquals("bcd", takeAll());
        assertNull(inbox.take());
    }

    @Test
    void onlyTheFirstAdditionSinceATakeIsAlone() {
        assertTrue(inbox.add(new Letter("a")));
        assertFalse(inbox.add(new Letter("b")));
        inbox.take();
        assertTrue(inbox.add(new Letter("c")), "b was seen");
    }

    @Test
    void aListIsAddedNewestFirst() {
        Letter oldest = new Letter("b");
        Letter newest = new Letter("c");
        newest.next = oldest;
        inbox.add(new Letter("a"));
        assertFalse(inbox.addAll(newest, oldest));
        assertEquals("abc", takeAll());
        assertTrue(inbox.addAll(oldest, oldest));
        assertSame(oldest, inbox.take());
    }

    @Test
    void anInboxIsEmptyOnceAllIsTaken() {
        assertTrue(inbox.isEmpty());
        inbox.add(new Letter("a"));
        assertFalse(inbox.isEmpty());
        inbox.add(new Letter("b"));
        inbox.take();
        assertFalse(inbox.isEmpty(), "b is moved, and not taken");
        inbox.take();
        assertTrue(inbox.isEmpty());
    }
}
