import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Map;

/** Reads cases from standard input: token, operation, signature and body, separated by tabs. */
public final class Harness {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var output = new PrintStream(System.out, true, UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] part = line.split("\t");
            output.println(part[1].equals("sign") ? sign(part[3], part[0]) : verify(part));
        }
    }

    @SuppressWarnings("unchecked")
    private static String sign(String body, String token) throws Exception {
        var signed = Signing.signRequest(new ObjectMapper().readValue(body, Map.class), token);
        return signed.signature() + "\t" + signed.body();
    }

    private static boolean verify(String[] part) {
        return Signing.verifyCallback(part[3], part[2].isEmpty() ? null : part[2], part[0]);
    }
}
