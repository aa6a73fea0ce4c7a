using System;
using System.IO;
using System.Text;
using Newtonsoft.Json.Linq;

/// <summary>Reads cases from standard input: token, operation, signature and body, separated by tabs.</summary>
public static class Harness
{
    public static void Main()
    {
        var utf8 = new UTF8Encoding(false);
        using (var input = new StreamReader(Console.OpenStandardInput(), utf8))
        using (var output = new StreamWriter(Console.OpenStandardOutput(), utf8))
        {
            for (string line = input.ReadLine(); line != null; line = input.ReadLine())
                output.Write(Answer(line.Split('\t')) + "\n");
        }
    }

    static string Answer(string[] part)
    {
        string token = part[0], given = part[2] == "" ? null : part[2], body = part[3];
        if (part[1] == "verify")
            return Signing.VerifyCallback(body, given, token) ? "true" : "false";
        string signature;
        string sent = Signing.SignRequest(JObject.Parse(body), token, out signature);
        return signature + "\t" + sent;
    }
}
