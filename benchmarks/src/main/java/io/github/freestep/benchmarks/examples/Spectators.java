package io.github.freestep.benchmarks.examples;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Scanner;

/**
 * Shows up to 8,175 bodies of a service or of a receiver to browsers, as squares that move evenly, 100 ms late. Each
 * browser has a thread that samples 20 pictures a second, and sends them by WebSocket, or fewer if the connection is
 * too slow. Each browser is a reader of the states, of which there may be 62 by default. Whoever reaches the socket can
 * watch, and nothing is encrypted, so let other machines reach it by a proxy with TLS. Tested with the JDK's client.
 *
 * <pre>{@code
 * Spectators.answer(new ServerSocket(8080, 9, InetAddress.getLoopbackAddress()), physics.states());
 * }</pre>
 */
public final class Spectators {
    private static final String PAGE = """
            <canvas id=c width=660 height=540></canvas><script>
            let late = Infinity, pictures = [], pen = c.getContext('2d'), ws = new WebSocket('ws://' + location.host);
            ws.binaryType = 'arraybuffer';
            ws.onmessage = e => pictures.push({at: new DataView(e.data).getFloat64(0), of: new DataView(e.data, 128)});
            setInterval(() => {
              if (pictures.length < 2) return; late = Math.min(late + 0.05, performance.now() - pictures.at(-1).at);
              const now = performance.now() - late - 100; pen.clearRect(0, 0, c.width, c.height); // now: of pictures
              while (pictures.length > 2 && pictures[1].at < now) pictures.shift();
              const [from, to] = pictures, part = Math.min(Math.max((now - from.at) / (to.at - from.at), 0), 1);
              const at = i => 60 * (from.of.getFloat32(i) + (to.of.getFloat32(i) - from.of.getFloat32(i)) * part);
              for (let i = 0; i < to.of.byteLength; i += 8) pen.fillRect(at(i) - 12, c.height - at(i + 4) - 12, 24, 24);
            }, 8);</script>""";

    /** Answers browsers until the socket is closed. */
    public static void answer(ServerSocket server, StateBuffer states) throws Exception {
        if (states.layout().capacity() > 8_175) { // so that a message has at most 65,535 bytes
            throw new IllegalArgumentException(
                    "capacity must be <= 8,175, was " + states.layout().capacity());
        }
        while (true) {
            Socket browser = server.accept();
            new Thread(() -> answer(browser, states)).start();
        }
    }

    private static void answer(Socket browser, StateBuffer states) {
        try (browser;
                FrameSampler frames = FrameSampler.open(states)) {
            Scanner in = new Scanner(browser.getInputStream());
            String key = in.findWithinHorizon("(?<=Sec-WebSocket-Key: ).*|\r\n\r\n", 9_999);
            MessageDigest sha = MessageDigest.getInstance("SHA-1");
            byte[] accept = sha.digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes());
            String answer = key.isBlank()
                    ? "200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
                    : "101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                            + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n";
            browser.getOutputStream().write(("HTTP/1.1 " + answer).getBytes());
            for (; !key.isBlank(); Thread.sleep(50)) {
                browser.getOutputStream().write(message(frames.sample()));
            }
        } catch (Exception e) {
            // The browser has left, or is none.
        }
    }

    /** Makes a message, with a gap, because one of under 126 or over 65,535 bytes would need another header. */
    private static byte[] message(Frame frame) {
        ByteBuffer message = ByteBuffer.allocate(4 + 128 + 8 * frame.slots());
        message.putInt(0x827e << 16 | message.capacity() - 4).putDouble(frame.simulationNanos() / 1e6);
        message.position(132);
        for (int slot = 0; slot < frame.slots(); slot++) {
            message.putFloat(frame.isAlive(slot) ? frame.x()[slot] : Float.NaN).putFloat(frame.y()[slot]);
        }
        return message.array();
    }
}
