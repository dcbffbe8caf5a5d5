package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AskedAddressTest {
    private static final String FIRST = "first";
    private static final String SECOND = "second";

    private final Queue<Runnable> calls = new ArrayDeque<>();
    private final List<Throwable> errors = new ArrayList<>();
    private Supplier<String> answer = () -> FIRST;
    private final AskedAddress<String> address = new AskedAddress<>(() -> AskedAddress.only(answer.get()), calls::add);

    @Test
    void theKnownAddressIsUsedUntilThereIsAnAnswer() {
        assertFalse(address.takeAnswer(errors::add));
        answer = () -> SECOND;
        address.ask();
        address.ask();
        assertFalse(address.takeAnswer(errors::add));
        assertEquals(FIRST, address.known());
        assertEquals(1, calls.size(), "one call at a time");
        calls.remove().run();
        assertTrue(address.takeAnswer(errors::add));
        assertEquals(SECOND, address.known());
        assertFalse(address.takeAnswer(errors::add));
        address.ask();
        calls.remove().run();
        assertFalse(address.takeAnswer(errors::add), "the same again");
    }

    @Test
    void aFailureIsReportedOnceAndChangesNothing() {
        answer = () -> null;
        address.ask();
        calls.remove().run();
        assertFalse(address.takeAnswer(errors::add));
        assertEquals(
                "no address or token was found: java.lang.NullPointerException: the address must not be null",
                errors.get(0).getMessage());
        assertFalse(address.takeAnswer(errors::add));
        assertEquals(FIRST, address.known());
        answer = () -> SECOND;
        address.ask();
        calls.remove().run();
        assertTrue(address.takeAnswer(errors::add));
        assertEquals(1, errors.size());
    }

    @Test
    void aCallThatNoThreadCanMakeIsAFailureToo() {
        AskedAddress<String> asked = new AskedAddress<>(() -> List.of(FIRST), call -> {
            throw new OutOfMemoryError("no thread");
        });
        asked.ask();
        assertFalse(asked.takeAnswer(errors::add));
        assertEquals(
                "no address or token was found: java.lang.OutOfMemoryError: no thread",
                errors.get(0).getMessage());
    }

    @Test
    void aThreadOfItsOwnAsks() {
        Thread[] last = new Thread[1];
        AskedAddress<String> asked = new AskedAddress<>(() -> {
            last[0] = Thread.currentThread();
            return List.of(last[0].getName().equals("freestep-resolver") ? SECOND : FIRST);
        });
        assertEquals(Thread.currentThread(), last[0], "the first time, to start at the right place");
        asked.ask();
        Await.until(() -> asked.takeAnswer(errors::add));
        assertEquals(SECOND, asked.known());
        assertTrue(last[0].isDaemon());
    }

    @Test
    void severalAddressesAreTriedInTurn() {
        List<List<String>> found = new ArrayList<>(List.of(List.of("a", "b", "c"), List.of("c", "b", "d")));
        AskedAddress<String> asked = new AskedAddress<>(() -> found.remove(0), Runnable::run);
        assertEquals("a", asked.known());
        asked.tryNext();
        asked.tryNext();
        assertEquals("c", asked.known());
        asked.tryNext();
        assertEquals("a", asked.known());
        asked.keep("b");
        assertEquals("b", asked.known());
        asked.keep("from elsewhere");
        assertEquals("b", asked.known());
        asked.ask();
        assertFalse(asked.takeAnswer(errors::add), "the one that is in use is still there");
        assertEquals("b", asked.known());
        assertEquals(List.of("c", "b", "d"), asked.all());
    }
}
